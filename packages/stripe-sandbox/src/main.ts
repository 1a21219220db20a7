import { createServer } from 'node:http'
import { MongoClient } from 'mongodb'
import { pino } from 'pino'
import { createSandbox } from './app.ts'
import { type Config, readConfig } from './config.ts'

const config = configOrExit()
const logger = pino({ name: 'stripe-sandbox', level: config.logLevel })
const client = new MongoClient(config.mongodbUri, {
  // The sandbox runs with a single MongoDB server: w: 1 with j: true waits for its journal.
  writeConcern: { w: 1, j: true },
  serverSelectionTimeoutMS: 5000,
})
await client.connect().catch((error: unknown) => {
  logger.fatal({ err: error }, 'no connection to MongoDB')
  process.exit(1)
})
const { webhook, publicUrl } = config
const sandbox = await createSandbox({ db: client.db(config.database), webhook, publicUrl, logger })

const server = createServer(sandbox.app)
// Longer than clients keep an idle connection, so that the client closes it.
server.keepAliveTimeout = 65_000
server.once('error', (error) => {
  logger.fatal({ err: error }, `cannot listen on ${config.host}:${config.port}`)
  process.exit(1)
})
server.listen(config.port, config.host, () => {
  logger.info({ host: config.host, port: config.port, publicUrl }, 'ready')
})

let isStopping = false
async function stop(signal: string) {
  if (isStopping) return
  isStopping = true
  logger.info({ signal }, 'stopping')
  server.closeIdleConnections()
  await new Promise((resolve) => {
    server.close(resolve)
    setTimeout(() => server.closeAllConnections(), 3000).unref()
  })
  await sandbox.stop()
  await client.close()
  process.exit(0)
}
process.on('SIGTERM', stop)
process.on('SIGINT', stop)

function configOrExit(): Config {
  try {
    return readConfig(process.env)
  } catch (error) {
    pino({ name: 'stripe-sandbox' }).fatal(error instanceof Error ? error.message : String(error))
    process.exit(1)
  }
}
