import type { EventData } from '@prankpost/contracts'
import { unlessDuplicate } from '@prankpost/service-kit'
import { Types } from 'mongoose'
import type { Deps } from '../deps.ts'
import { type Order, searchTermsOf, statusEntry } from '../order.model.ts'
import { closeArrivedMonth } from './close-plan-months.ts'

type PaidMonth = EventData<'subscription-created'> | EventData<'subscription-renewed'>

/**
 * Records the order of one paid month of a plan: type `subscription` for the first month, `monthly` for a renewal. The
 * invoice is the unique key: a repeat changes nothing. A month of a plan that has ended is closed at once, unless
 * the customer chose that its parcels are still sent.
 *
 * The end of the plan may be recorded at the same time. The check comes after the insert: either it finds a closed
 * month, or closing the months finds this one. A redelivered message repeats the check, so a crash before it loses
 * nothing.
 */
export async function recordPlanMonth(
  { type, ...plan }: PaidMonth & { type: 'subscription' | 'monthly' },
  { orders, outbox }: Pick<Deps, 'orders' | 'outbox'>,
): Promise<void> {
  const { month, customer, agreement } = plan
  const order: Omit<Order, 'searchTerms' | 'outbox' | 'revision'> = {
    _id: new Types.ObjectId(),
    ownerId: plan.ownerId,
    type,
    status: 'paid',
    checkout: null,
    customer: {
      name: `${customer.firstName} ${customer.lastName}`.trim() || null,
      email: customer.email,
    },
    items: [],
    totalCents: plan.amountCents,
    discountCode: plan.discountCode ?? null,
    ...(plan.discountCents != null && { discountCents: plan.discountCents }),
    customMessage: null,
    ...(agreement ? { agreement: { ...agreement, at: new Date(agreement.at) } } : {}),
    paymentIntentId: month.paymentIntentId,
    paidAt: new Date(month.paidAt),
    plan: { subscriptionId: plan.subscriptionId, stripeSubscriptionId: plan.stripeSubscriptionId },
    invoiceId: month.invoiceId,
    statusHistory: [statusEntry('paid', 'subscription')],
    createdAt: new Date(),
  }
  await unlessDuplicate(outbox.insert({ ...order, searchTerms: searchTermsOf(order) }))
  const { subscriptionId } = plan
  const isLate = plan.status === 'cancelled'
  await closeArrivedMonth(
    { subscriptionId, invoiceId: month.invoiceId, isLate, at: new Date(plan.at) },
    { orders, outbox },
  )
}
