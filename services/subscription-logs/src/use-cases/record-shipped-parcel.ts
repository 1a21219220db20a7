import { NotYet } from '@prankpost/messaging'
import type { Deps } from '../deps.ts'
import { parcelEntry } from '../log-entry.ts'
import { findBeginnings, keepEntries } from '../log-store.ts'
import type { ShippedEvent } from '../reported-event.ts'

/**
 * Records a shipped parcel of a plan once, even if it is delivered several times. Parcels of one-time orders are
 * ignored.
 * @throws NotYet while the start of the plan is not recorded here
 */
export async function recordShippedParcel(event: ShippedEvent, { logs }: Pick<Deps, 'logs'>): Promise<void> {
  const { subscriptionId } = event.data
  if (subscriptionId === null) return
  const beginning = (await findBeginnings([subscriptionId], logs)).get(subscriptionId)
  if (beginning === undefined) throw new NotYet(`beginning of plan ${subscriptionId}`)
  await keepEntries([parcelEntry(event, beginning)], logs)
}
