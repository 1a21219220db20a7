import { NotYet } from '@prankpost/messaging'
import type { Deps } from '../deps.ts'
import { parcelEntry } from '../log-entry.ts'
import { findBeginnings, keepEntries } from '../log-store.ts'
import type { ShippedEvent } from '../reported-event.ts'

/**
 * Records that a parcel of a plan left, once however often it is told. Parcels of one-time orders do
 * not matter here.
 * @throws NotYet while the beginning of the plan is not known here
 */
export async function recordShippedParcel(event: ShippedEvent, { logs }: Pick<Deps, 'logs'>): Promise<void> {
  const { subscriptionId } = event.data
  if (subscriptionId === null) return
  const beginning = (await findBeginnings([subscriptionId], logs)).get(subscriptionId)
  if (beginning === undefined) throw new NotYet(`beginning of plan ${subscriptionId}`)
  await keepEntries([parcelEntry(event, beginning)], logs)
}
