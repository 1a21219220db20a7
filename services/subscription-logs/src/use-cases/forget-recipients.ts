import type { Deps } from '../deps.ts'
import type { LogEntry } from '../log.model.ts'
import { withoutRecipient } from '../log-entry.ts'

const batchSize = 500
const dayMs = 86_400_000

/**
 * Erases the recipients from entries of parcels that were shipped so many days ago: the log knows no deliveries, and counts each
 * parcel as delivered at once, so that it names none longer than the other services. What a rebuild brings back until
 * fulfilment has forgotten it, too, is erased by the next round. Returns whether there may be more.
 */
export async function forgetRecipients(
  { days, now }: { days: number; now: Date },
  { logs }: Pick<Deps, 'logs'>,
): Promise<boolean> {
  const before = new Date(now.getTime() - days * dayMs)
  const due = await logs
    .find({ at: { $lte: before }, 'metadata.contactName': { $gt: '' } })
    .limit(batchSize)
    .lean<LogEntry[]>()
  if (due.length === 0) return false
  await logs.bulkWrite(
    due.map((entry) => ({
      updateOne: { filter: { _id: entry._id }, update: { $set: withoutRecipient(entry) } },
    })),
    { ordered: false },
  )
  return due.length === batchSize
}
