import type { EventData } from '@prankpost/contracts'
import { checkpoint } from '@prankpost/messaging'
import { isDuplicateKey } from '@prankpost/service-kit'
import { Types } from 'mongoose'
import type { Deps } from '../deps.ts'
import { isPlanWithdrawn, withdrawMonths } from './withdraw-plan.ts'

/**
 * Opens the shipment of one paid month of a plan: `prankCount` parcels are due from here on, chosen as
 * they are shipped. The invoice is its key: a repeat changes nothing. A month of a plan that has ended
 * is kept with nothing due.
 *
 * The end of the plan may be taken in at this very moment. Whoever comes second sees what the first
 * wrote: the months are looked at again after this one is stored, and the end goes over them until
 * there are no more to end. That look is repeated with the message, so a crash before it loses nothing.
 */
export async function openMonthShipment(
  month: EventData<'subscription-created'> | EventData<'subscription-renewed'>,
  deps: Pick<Deps, 'outbox' | 'shipments'>,
): Promise<void> {
  await insertMonth(month, deps)
  checkpoint('fulfilment:month-opened')
  // A month that is told of after the plan's end says so itself; its word counts like the end's own.
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
