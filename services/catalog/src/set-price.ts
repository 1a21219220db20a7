import { prankInput } from '@prankpost/contracts'
import { createOutbox } from '@prankpost/messaging'
import { AppError, connectDatabase, ensureIndexes, loadConfig, serviceConfig } from '@prankpost/service-kit'
import { createPrankModel } from './prank.model.ts'
import { changePrice } from './use-cases/change-price.ts'

/**
 * The operator's command: node src/set-price.ts <prank id or name> <price>.
 * It requires only the database; the running service sends the event.
 */
const [, , prank, price] = process.argv
const { data: priceCents } = prankInput.shape.price.safeParse(price)
if (prank === undefined || priceCents === undefined) {
  console.error('Usage: node src/set-price.ts <prank id or name> <price from 0.50 to 1000.00, such as 5.49>')
  process.exit(64)
}

const config = loadConfig(serviceConfig.pick({ MONGODB_URI: true, DATABASE_PREFIX: true }))
const connection = await connectDatabase('catalog', config)
const pranks = createPrankModel(connection)
// A new event is leased to its writer for some seconds. This process cannot send it, so it releases the lease.
const outbox = createOutbox(pranks, () => undefined)
try {
  await ensureIndexes(connection)
  const { id, name, changed } = await changePrice({ prank, priceCents }, { pranks, outbox })
  await pranks.updateOne({ _id: id, outboxDueAt: { $exists: true } }, { $set: { outboxDueAt: new Date() } })
  console.log(changed ? `${name} costs ${price} now.` : `${name} costs ${price} already.`)
} catch (error) {
  if (!(error instanceof AppError)) throw error
  console.error(error.message)
  process.exitCode = 1
} finally {
  await connection.close()
}
