import { NotYet } from '@prankpost/messaging'
import type { Deps } from '../deps.ts'
import { parcelEntry } from '../log-entry.ts'
import { findMonths, keepEntries } from '../log-store.ts'
import type { ShippedEvent } from '../reported-event.ts'

/**
 * Records a shipped parcel of a plan once, even if it is delivered several times. Parcels of one-time orders are
 * ignored.
 * @throws NotYet while the paid month of the parcel is not recorded here
 */
export async function recordShippedParcel(event: ShippedEvent, { logs }: Pick<Deps, 'logs'>): Promise<void> {
  const { subscriptionId, invoiceId } = event.data
  if (subscriptionId === null) return
  const month = (await findMonths([event], logs)).get(invoiceId)
  if (month === undefined) throw new NotYet(`month ${invoiceId} of plan ${subscriptionId}`)
  await keepEntries([parcelEntry(event, month)], logs)
}
