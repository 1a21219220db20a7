import type { EventData } from '@prankpost/contracts'
import { newCustomer, newPlanEvents, orderPaid as paidOrder } from '@prankpost/service-kit/testing'

/** A one-time order with two items, of 1 and 2 pranks. */
export const orderPaid = (
  ownerId: string | null,
  paidAt: string,
  over: Partial<EventData<'order-paid'>> = {},
) =>
  paidOrder({
    ...{ ownerId, items: [{}, { quantity: 2 }], totalCents: 1497, customMessage: 'Dear Gerald', paidAt },
    ...over,
  })

/** The nth day of the year 2025. */
export const day = (n: number) => new Date(Date.UTC(2025, 0, n)).toISOString()

interface PlanPart {
  email?: string
  user?: ReturnType<typeof newCustomer>
  prankCount?: number
}
/** What a month may have that the months before did not. */
type Change = Partial<
  Pick<EventData<'subscription-renewed'>, 'previousStatus' | 'status' | 'prankCount' | 'amountCents'>
>

/** A new plan and its events. */
export function newPlan({
  email,
  user = newCustomer(email === undefined ? {} : { email }),
  prankCount = 3,
}: PlanPart = {}) {
  const plan = newPlanEvents({ user, prankCount })
  let latest = day(1)
  const month = (at: string) => {
    latest = at
    return at
  }
  return {
    ...plan,
    planId: plan.subscriptionId,
    created: (at: string) => plan.created(month(at)),
    renewed: (at: string, change?: Change) => plan.renewed(month(at), change),
    cancelled: (at: string, cancelledBy: 'customer' | 'stripe' = 'customer') =>
      plan.cancelled(at, { cancelledBy }),
    /** A parcel of the latest month so far. */
    shipped: (shippedAt: string, over: Parameters<typeof plan.shipped>[0] = {}) =>
      plan.shipped({
        ...{ invoiceId: plan.invoiceOf(latest), parcelsShipped: 2, parcelsTotal: 3, shippedAt },
        ...over,
      }),
  }
}
