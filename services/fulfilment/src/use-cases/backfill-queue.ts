import type { Deps } from '../deps.ts'
import { forEach } from '../for-each.ts'
import type { Shipment } from '../shipment.model.ts'

const batchSize = 500

/**
 * Stores the rows of the queue for shipments that an earlier version stored without them. Runs at each start, in batches
 * by the index on `shipBy`; a repeat after a crash continues with what is left.
 */
export async function backfillQueue({
  shipments,
  outbox,
  log,
}: Pick<Deps, 'shipments' | 'outbox' | 'log'>): Promise<void> {
  try {
    for (;;) {
      const found = await shipments.find({ shipBy: null }, { _id: 1 }).limit(batchSize).lean()
      if (found.length === 0) return
      await forEach(found, async ({ _id }) => void (await outbox.change({ _id }, storeRows)))
    }
  } catch (error) {
    log.error({ err: error }, 'the queue of older shipments is incomplete; the next start continues')
  }
}

/** Every write of a shipment stores its rows. */
const storeRows = (shipment: Shipment) => (shipment.shipBy === undefined ? { update: { $set: {} } } : null)
