import type { EventData } from '@prankpost/contracts'
import { checkpoint } from '@prankpost/messaging'
import { unlessDuplicate } from '@prankpost/service-kit'
import { Types } from 'mongoose'
import type { Deps } from '../deps.ts'
import { isOpen } from '../draw.ts'
import { type PoolDeps, planOf, readPool } from '../draw-pool.ts'
import type { Shipment } from '../shipment.model.ts'
import { drawMonth } from './draw-month.ts'
import { endMonth, findPlanEnd } from './withdraw-plan.ts'

type PaidMonth = EventData<'subscription-created'> | EventData<'subscription-renewed'>

/**
 * Opens the shipment of one paid month of a plan: from now on `prankCount` parcels are due, and their pranks and targets
 * are drawn. The invoice is its key, so a repeat changes nothing. A month of a plan that has ended is stored and ends as
 * the plan did; one that was recorded after the end is withdrawn and refunded.
 *
 * The end of the plan may be recorded at the same time. After this month is stored, the other months are checked for it.
 * The second writer therefore sees the first write. Check and draw are repeated with the message, so a crash before them
 * loses nothing.
 * @throws 503 when contact or catalog is unavailable; the message is redelivered, and a read of the draw draws it, too
 */
export async function openMonthShipment(month: PaidMonth, deps: MonthDeps): Promise<void> {
  await insertMonth(month, deps)
  checkpoint('fulfilment:month-opened')
  const { invoiceId } = month.month
  // A month that was recorded after the plan's end contains the status `cancelled`.
  const end = month.status === 'cancelled' ? 'late' : await findPlanEnd(month, deps)
  if (end !== null) await endMonth({ invoiceId }, { end, at: new Date(month.at) }, deps)
  await drawOpened(invoiceId, deps)
}

type MonthDeps = Pick<Deps, 'outbox'> & PoolDeps

async function drawOpened(invoiceId: string, deps: MonthDeps): Promise<void> {
  const month = await deps.shipments.findOne({ invoiceId }).lean<Shipment>()
  if (month === null || !isOpen(month) || month.draw !== undefined) return
  await drawMonth(month, await readPool(planOf(month), deps), deps)
}

async function insertMonth(
  { ownerId, subscriptionId, stripeSubscriptionId, prankCount, month }: PaidMonth,
  { outbox }: Pick<Deps, 'outbox'>,
): Promise<void> {
  const paidAt = new Date(month.paidAt)
  await unlessDuplicate(
    outbox.insert({
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
    }),
  )
}
