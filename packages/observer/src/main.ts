import { once } from 'node:events'
import { createServer } from 'node:http'
import { createApp } from './app.ts'
import { type Config, readConfig } from './config.ts'
import { createProcessWatch } from './process-watch.ts'
import { createTraceStore } from './trace-store.ts'

const config = configOrExit()
const app = createApp({
  traces: createTraceStore(),
  processes: createProcessWatch(config.TARGETS),
  names: config.TARGETS.map(({ name }) => name),
})
// An exporter comes again after five seconds, just when an idle connection would be closed under its hands.
const server = createServer({ requestTimeout: 30_000, keepAliveTimeout: 65_000 }, app)
// Nobody signs in here: only this machine may look.
server.listen(config.PORT, '127.0.0.1')
await once(server, 'listening')
print({ msg: 'ready', port: config.PORT, targets: config.TARGETS.length })

for (const signal of ['SIGTERM', 'SIGINT'] as const) {
  process.once(signal, () => {
    server.close()
    server.closeAllConnections()
    setTimeout(() => process.exit(0), 1_000).unref()
  })
}

function configOrExit(): Config {
  try {
    return readConfig(process.env)
  } catch (error) {
    process.stderr.write(`${error instanceof Error ? error.message : error}\n`)
    process.exit(78)
  }
}

function print(line: object): void {
  process.stdout.write(`${JSON.stringify({ time: new Date().toISOString(), ...line })}\n`)
}
