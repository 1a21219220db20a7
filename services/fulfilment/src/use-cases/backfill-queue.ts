import { mapAtOnce } from '@prankpost/service-kit'
import type { Deps } from '../deps.ts'
import type { Shipment } from '../shipment.model.ts'

const batchSize = 500

/**
 * Stores the rows of the queue for shipments that an earlier version stored without them. In batches by an index; a
 * repeat after a crash continues with what is left. Runs at the start, and as a sweep, because an earlier version may run
 * next to this one for a while.
 */
export async function backfillQueue({
  shipments,
  outbox,
  log,
}: Pick<Deps, 'shipments' | 'outbox' | 'log'>): Promise<void> {
  try {
    while (await backfillBatch({ shipments, outbox })) {
      // There may be more.
    }
  } catch (error) {
    log.error({ err: error }, 'the queue of older shipments is incomplete; the next round continues')
  }
}

async function backfillBatch({ shipments, outbox }: Pick<Deps, 'shipments' | 'outbox'>): Promise<boolean> {
  const found = await shipments.find({ shipBy: null }, { _id: 1 }).limit(batchSize).lean()
  await mapAtOnce(found, ({ _id }) => outbox.change({ _id }, storeRows))
  return found.length > 0
}

/** Every write of a shipment stores its rows. */
const storeRows = ({ shipBy }: Shipment) => (shipBy === undefined ? { update: { $set: {} } } : null)
