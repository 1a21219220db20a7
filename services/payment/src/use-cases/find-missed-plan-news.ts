import type Stripe from 'stripe'
import type { Deps } from '../deps.ts'
import type { Payment } from '../payment.model.ts'
import { sameTerms, termsAtStripe, termsOf } from '../plan-state.ts'
import { idOf } from '../refund.model.ts'
import type { RecordedEvent } from '../stripe-news.ts'

/** The fields of a payment that show whether the terms of a plan are recorded. */
export const planFields = { terms: 1, prankCount: 1, amountCents: 1, createdAt: 1 } as const

/** An event about the card of a customer. It names no plan. */
export type CardEvent = Extract<RecordedEvent, { type: 'customer.updated' | 'payment_method.attached' }>

export const isAboutCard = (event: RecordedEvent): event is CardEvent =>
  event.type === 'customer.updated' || event.type === 'payment_method.attached'

/** Whether a subscription in an event has a price or a pause that is not recorded. */
export function isTermsNews(
  subscription: Stripe.Subscription,
  plan: Pick<Payment, keyof typeof planFields>,
): boolean {
  const known = termsOf(plan)
  return !sameTerms(termsAtStripe(subscription, known), known)
}

/**
 * The ids of the events that report a new default card of a customer whose running plan does not have it yet. An attached
 * card is reported again when it becomes the default. Without such events this queries nothing.
 */
export async function findMissedCards(
  events: RecordedEvent[],
  { payments, customers }: Pick<Deps, 'payments' | 'customers'>,
): Promise<Set<string>> {
  const replaced = events.flatMap((event) => {
    if (event.type !== 'customer.updated') return []
    const cardId = idOf(event.data.object.invoice_settings?.default_payment_method)
    return cardId === null ? [] : [{ eventId: event.id, customerId: event.data.object.id, cardId }]
  })
  if (replaced.length === 0) return new Set()
  const ids = replaced.map(({ customerId }) => customerId)
  const owners = await customers.find({ stripeCustomerId: { $in: ids } }).lean()
  const plans = await payments
    .find(
      {
        ownerId: { $in: owners.map(({ _id }) => _id) },
        kind: 'plan',
        endedAt: null,
        stripeSubscriptionId: { $exists: true },
      },
      { ownerId: 1, cardId: 1 },
    )
    .lean()
  const isMissed = ({ customerId, cardId }: (typeof replaced)[number]) => {
    const owner = owners.find(({ stripeCustomerId }) => stripeCustomerId === customerId)
    return plans.some((plan) => plan.ownerId === owner?._id && plan.cardId !== cardId)
  }
  return new Set(replaced.filter(isMissed).map(({ eventId }) => eventId))
}
