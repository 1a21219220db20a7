import type { EventData } from '@prankpost/contracts'
import { isDuplicateKey } from '@prankpost/service-kit'
import { Types } from 'mongoose'
import type { Deps } from '../deps.ts'
import { type Order, searchTermsOf, statusEntry } from '../order.model.ts'

type PaidMonth = EventData<'subscription-created'> | EventData<'subscription-renewed'>

/**
 * Records the order of one paid month of a plan: type `subscription` for the first, `monthly` for a
 * renewal. The invoice is its key: a repeat changes nothing.
 */
export async function recordPlanMonth(
  { type, ...plan }: PaidMonth & { type: 'subscription' | 'monthly' },
  { outbox }: Deps,
): Promise<void> {
  const { month, customer } = plan
  const order: Omit<Order, 'searchTerms' | 'outbox' | 'revision'> = {
    _id: new Types.ObjectId(),
    ownerId: plan.ownerId,
    type,
    status: 'paid',
    checkout: null,
    customer: { name: `${customer.firstName} ${customer.lastName}`, email: customer.email },
    items: [],
    totalCents: plan.amountCents,
    discountCode: null,
    customMessage: null,
    paymentIntentId: month.paymentIntentId,
    paidAt: new Date(month.paidAt),
    plan: { subscriptionId: plan.subscriptionId, stripeSubscriptionId: plan.stripeSubscriptionId },
    invoiceId: month.invoiceId,
    statusHistory: [statusEntry('paid', 'subscription')],
    createdAt: new Date(),
  }
  try {
    await outbox.insert({ ...order, searchTerms: searchTermsOf(order) })
  } catch (error) {
    if (!isDuplicateKey(error)) throw error
  }
}
