import type Stripe from 'stripe'
import type { Deps } from '../deps.ts'
import type { Payment } from '../payment.model.ts'
import { isRecorded, type RecordedEvent } from '../stripe-news.ts'

type Known = Pick<Payment, '_id' | 'sessions' | 'stripeSubscriptionId' | 'invoices' | 'endedAt'>

/**
 * Returns the events that are not recorded here yet, in the same sequence. One query compares them all with the
 * payments, without a call to Stripe.
 */
export async function findMissedEvents(
  events: Stripe.Event[],
  { payments }: Pick<Deps, 'payments'>,
): Promise<RecordedEvent[]> {
  const recorded = events.filter(isRecorded)
  const ids = recorded.map(subjectOf).filter((id) => typeof id === 'string')
  const fields = { sessions: 1, stripeSubscriptionId: 1, invoices: 1, endedAt: 1 } as const
  const known: Known[] = await payments.find({ _id: { $in: [...new Set(ids)] } }, fields).lean()
  const byId = new Map(known.map((payment) => [payment._id, payment]))
  return recorded.filter((event) => {
    const id = subjectOf(event)
    if (id === undefined) return true
    const payment = byId.get(id ?? '')
    // Several shops can share a Stripe account: events of other shops are ignored.
    return payment !== undefined && isNew(event, payment)
  })
}

/**
 * The id of the order or plan that an event is about; null when it belongs to another shop. Undefined when the id cannot
 * be read, because an event has the format of the account's API version at that time.
 */
function subjectOf(event: RecordedEvent): string | null | undefined {
  if (event.type !== 'invoice.paid' && event.type !== 'invoice.payment_failed') {
    return event.data.object.metadata?.id ?? null
  }
  const { parent } = event.data.object
  return parent === undefined ? undefined : (parent?.subscription_details?.metadata?.id ?? null)
}

/** Whether an event reports something that is not recorded yet. */
function isNew(event: RecordedEvent, { sessions, invoices, ...payment }: Known): boolean {
  const { object } = event.data
  const session = sessions.find(({ id }) => id === object.id)
  const invoice = invoices.find(({ id }) => id === object.id)
  switch (event.type) {
    case 'checkout.session.completed':
    case 'checkout.session.async_payment_succeeded':
      return (
        event.data.object.payment_status === 'paid' &&
        !['paid', 'refund_due', 'refunded'].includes(String(session?.status))
      )
    case 'checkout.session.expired':
      return session?.status === 'open'
    case 'invoice.paid':
      // The first month is recorded with the session.
      return event.data.object.billing_reason !== 'subscription_create' && invoice?.paid !== true
    case 'invoice.payment_failed':
      return !invoice?.paid && (invoice?.failedAttempts ?? 0) < event.data.object.attempt_count
    case 'customer.subscription.deleted':
      return payment.endedAt === null && (payment.stripeSubscriptionId ?? object.id) === object.id
  }
}
