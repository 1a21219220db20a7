import type { QueryFilter } from 'mongoose'
import type { Deps } from '../deps.ts'
import { forEach } from '../for-each.ts'
import { rowOrder, type Shipment } from '../shipment.model.ts'

const batchSize = 500

/** Parcels to be sent, whose rows have no date: they are not in the list of their state. */
const undated = {
  queue: { $elemMatch: { state: { $in: ['to_pack', 'label_printed', 'held'] }, shipBy: null } },
} as QueryFilter<Shipment>

/**
 * Stores the rows of the queue for shipments that an earlier version stored without them, or without their dates. In batches by
 * indexes; a repeat after a crash continues with what is left. Runs at the start, and as a sweep, because an earlier version
 * may run next to this one for a while.
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
  const [missing, old] = await Promise.all([
    shipments.find({ shipBy: null }, { _id: 1 }).limit(batchSize).lean(),
    shipments.find(undated, { _id: 1 }).hint(rowOrder).limit(batchSize).lean(),
  ])
  const found = [...missing, ...old]
  await forEach(found, async ({ _id }) => void (await outbox.change({ _id }, storeRows)))
  return found.length > 0
}

/** Every write of a shipment stores its rows. */
const storeRows = ({ shipBy, queue = [] }: Shipment) =>
  shipBy === undefined || queue.some((row) => row.shipBy === undefined) ? { update: { $set: {} } } : null
