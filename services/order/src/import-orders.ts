/** Command: `node src/import-orders.ts FILE.json` imports another shop's orders; safe to repeat. */
import { readFile } from 'node:fs/promises'
import { createOutbox } from '@prankpost/messaging'
import { connectDatabase, ensureIndexes, loadConfig, serviceConfig } from '@prankpost/service-kit'
import { ZodError } from 'zod'
import { createOrderModel } from './order.model.ts'
import { createPriceModel } from './price.model.ts'
import { importOrders } from './use-cases/import-orders.ts'

const file = process.argv[2]
if (file === undefined) {
  process.stderr.write('Usage: node src/import-orders.ts FILE.json\n')
  process.exit(64)
}

const config = loadConfig(serviceConfig.pick({ MONGODB_URI: true, DATABASE_PREFIX: true }))
const connection = await connectDatabase('order', config)
try {
  const orders = createOrderModel(connection)
  const prices = createPriceModel(connection)
  await ensureIndexes(connection)
  // The events stay in the outboxes; the running service's relay publishes them within seconds.
  const outbox = createOutbox(orders, () => undefined)
  const content = JSON.parse(await readFile(file, 'utf8'))
  const { imported, known } = await importOrders(content, { outbox, prices })
  process.stdout.write(`${imported} orders imported, ${known} were there already.\n`)
} catch (error) {
  process.exitCode = 1
  const problems =
    error instanceof ZodError
      ? error.issues.slice(0, 20).map(({ path, message }) => `  order ${path.join('.')}: ${message}`)
      : [`  ${error instanceof Error ? error.message : error}`]
  const what =
    error instanceof ZodError
      ? 'Nothing was imported, because the file is not valid:'
      : 'The import stopped. Run it again: orders that were imported are skipped. The reason:'
  process.stderr.write(`${what}\n${problems.join('\n')}\n`)
} finally {
  await connection.close()
}
