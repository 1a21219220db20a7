import type { EventData } from '@prankpost/contracts'
import { NotYet } from '@prankpost/messaging'
import type { Deps } from '../deps.ts'
import type { Plan } from '../plan.model.ts'
import { changeWithEvents } from '../plan-events.ts'

type Shipped = EventData<'prank-shipped'>

/**
 * Records for a plan's month how many of its parcels were shipped, and when the last parcel of the plan was shipped.
 * Both values only grow, so copies and any sequence of events give the same result. Parcels of one-time orders are
 * ignored.
 * @throws NotYet while the month is not recorded here
 */
export async function noteShippedParcel(parcel: Shipped, { outbox }: Pick<Deps, 'outbox'>): Promise<void> {
  if (parcel.subscriptionId === null) return
  const result = await outbox.change({ _id: parcel.subscriptionId }, (plan) => noteOn(plan, parcel))
  if (result === null) throw new NotYet(`plan ${parcel.subscriptionId}`)
}

function noteOn(plan: Plan, { invoiceId, parcelsShipped, shippedAt }: Shipped) {
  const month = plan.months.find((one) => one.invoiceId === invoiceId)
  if (month === undefined) throw new NotYet(`month ${invoiceId} of plan ${plan._id}`)
  const at = new Date(shippedAt)
  const isLast = plan.lastFulfillmentDate === null || plan.lastFulfillmentDate < at
  const isMore = month.parcelsShipped < parcelsShipped
  if (!isLast && !isMore) return null
  const months = plan.months.map((one) => (one === month && isMore ? { ...one, parcelsShipped } : one))
  return changeWithEvents({ months, ...(isLast ? { lastFulfillmentDate: at } : {}) })
}
