import type { EventData } from '@prankpost/contracts'
import { checkpoint } from '@prankpost/messaging'
import { isDuplicateKey } from '@prankpost/service-kit'
import { Types } from 'mongoose'
import type { Deps } from '../deps.ts'
import { isPlanWithdrawn, withdrawMonths } from './withdraw-plan.ts'

/**
 * Opens the shipment of one paid month of a plan: from now on `prankCount` parcels are due, chosen when they are
 * shipped. The invoice is its key, so a repeat changes nothing. A month of a plan that has ended is stored with nothing
 * due.
 *
 * The end of the plan may be recorded at the same time. After this month is stored, the months of the plan are checked
 * again, and the end is applied until no month is due. The second writer therefore sees the first write. The check is
 * repeated with the message, so a crash before it loses nothing.
 */
export async function openMonthShipment(
  month: EventData<'subscription-created'> | EventData<'subscription-renewed'>,
  deps: Pick<Deps, 'outbox' | 'shipments'>,
): Promise<void> {
  await insertMonth(month, deps)
  checkpoint('fulfilment:month-opened')
  // A month reported after the plan's end contains the status `cancelled`, which counts like the end itself.
  if (month.status === 'cancelled' || (await isPlanWithdrawn(month, deps))) {
    await withdrawMonths(month, deps)
  }
}

async function insertMonth(
  {
    ownerId,
    subscriptionId,
    stripeSubscriptionId,
    prankCount,
    month,
  }: EventData<'subscription-created'> | EventData<'subscription-renewed'>,
  { outbox }: Pick<Deps, 'outbox'>,
): Promise<void> {
  const paidAt = new Date(month.paidAt)
  try {
    await outbox.insert({
      _id: new Types.ObjectId(),
      ownerId,
      invoiceId: month.invoiceId,
      plan: { subscriptionId, stripeSubscriptionId, periodStart: new Date(month.periodStart) },
      customMessage: null,
      parcels: [],
      parcelsTotal: prankCount,
      paidAt,
      withdrawnAt: null,
      parcelsDue: prankCount,
      dueSince: paidAt,
    })
  } catch (error) {
    if (!isDuplicateKey(error)) throw error
  }
}
