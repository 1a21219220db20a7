import type Stripe from 'stripe'
import type { Deps } from '../deps.ts'
import type { Payment } from '../payment.model.ts'
import { idOf, isDisputeNews, isNewer, recordedRefundOf, refundStatusOf } from '../refund.model.ts'
import {
  isAboutInvoice,
  isAboutRefund,
  isRecorded,
  type RecordedEvent,
  type RefundEvent,
} from '../stripe-news.ts'
import {
  type CardEvent,
  findMissedCards,
  isAboutCard,
  isTermsNews,
  planFields,
} from './find-missed-plan-news.ts'
import { byIntents } from './find-paid.ts'

type Known = Pick<
  Payment,
  | '_id'
  | 'sessions'
  | 'stripeSubscriptionId'
  | 'invoices'
  | 'endedAt'
  | 'refunds'
  | 'disputes'
  | keyof typeof planFields
>

/**
 * Returns the events that are not recorded here yet, in the same sequence. One query compares them all with the
 * payments, without a call to Stripe.
 */
export async function findMissedEvents(
  events: Stripe.Event[],
  { payments, customers }: Pick<Deps, 'payments' | 'customers'>,
): Promise<RecordedEvent[]> {
  const recorded = events.filter(isRecorded)
  const ids = recorded.map((event) => (isAboutRefund(event) ? null : subjectOf(event)))
  const intents = recorded.map((event) => (isAboutRefund(event) ? intentOf(event) : null))
  const [wantedIds, wantedIntents] = [ids, intents].map((all) => [...new Set(all)].filter(isText))
  const known: Known[] = await payments
    .find({ $or: [{ _id: { $in: wantedIds ?? [] } }, ...byIntents(wantedIntents ?? [])] }, fields)
    .lean()
  const unpaidCards = await findMissedCards(recorded, { payments, customers })
  return recorded.filter((event) => unpaidCards.has(event.id) || isMissed(event, known))
}

const fields = {
  sessions: 1,
  stripeSubscriptionId: 1,
  invoices: 1,
  endedAt: 1,
  refunds: 1,
  disputes: 1,
  ...planFields,
} as const
const isText = (id: string | null | undefined) => typeof id === 'string'

function isMissed(event: RecordedEvent, known: Known[]): boolean {
  if (isAboutRefund(event)) return isRefundNews(event, known)
  if (isAboutCard(event)) return false
  const id = subjectOf(event)
  if (id === undefined) return true
  const payment = known.find(({ _id }) => _id === id)
  // Several shops can share a Stripe account: events of other shops are ignored.
  return payment !== undefined && isNew(event, payment)
}

/** The payment intent of the refund, the refunded charge or the dispute. */
const intentOf = ({ data }: RefundEvent): string | null => idOf(data.object.payment_intent)

/**
 * Whether an event reports a refund or a dispute that is not recorded yet. An intent that is not stored belongs to another
 * shop, or to a payment that is not recorded yet or that an earlier version recorded: only Stripe knows which.
 */
function isRefundNews(event: RefundEvent, known: Known[]): boolean {
  const intent = intentOf(event)
  if (intent === null) return false
  const session = known.flatMap(({ sessions }) => sessions).find((one) => one.paymentIntentId === intent)
  // A second payment is refunded with its session.
  if (session !== undefined && session.status !== 'paid') return false
  const payment = known.find(
    ({ sessions, invoices }) =>
      sessions.some((one) => one === session) || invoices.some((one) => one.paymentIntentId === intent),
  )
  if (payment === undefined) return true
  const { refunds = [], disputes } = payment
  switch (event.type) {
    case 'charge.refunded': {
      const ofIntent = refunds.filter((one) => one.paymentIntentId === intent && one.stripeRefundId !== null)
      const recordedCents = ofIntent.reduce((sum, { amountCents }) => sum + amountCents, 0)
      return event.data.object.amount_refunded > recordedCents
    }
    case 'refund.created':
    case 'refund.updated':
    case 'refund.failed': {
      const recorded = recordedRefundOf(refunds, event.data.object)
      return recorded === undefined || isNewer(refundStatusOf(event.data.object), recorded)
    }
    case 'charge.dispute.created':
    case 'charge.dispute.updated':
    case 'charge.dispute.closed':
      return isDisputeNews(disputes, event.data.object)
  }
}

/**
 * The id of the order or plan that an event is about; null when it belongs to another shop. Undefined when the id cannot
 * be read, because an event has the format of the account's API version at that time.
 */
function subjectOf(event: Exclude<RecordedEvent, RefundEvent>): string | null | undefined {
  if (!isAboutInvoice(event)) return event.data.object.metadata?.id ?? null
  const { parent } = event.data.object
  return parent === undefined ? undefined : (parent?.subscription_details?.metadata?.id ?? null)
}

type PaymentEvent = Exclude<RecordedEvent, RefundEvent | CardEvent>

/** Whether an event reports something that is not recorded yet. */
function isNew(event: PaymentEvent, { sessions, invoices, ...payment }: Known): boolean {
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
    case 'checkout.session.async_payment_failed':
      return session?.status === 'open'
    case 'invoice.paid':
      // The first month is recorded with the session.
      return event.data.object.billing_reason !== 'subscription_create' && invoice?.paid !== true
    case 'invoice.payment_failed':
      return !invoice?.paid && (invoice?.failedAttempts ?? 0) < event.data.object.attempt_count
    case 'invoice.voided':
    case 'invoice.marked_uncollectible':
      return payment.endedAt === null && isDropNews(event.data.object, payment)
    case 'customer.subscription.updated':
      return payment.endedAt === null && isTermsNews(event.data.object, payment)
    case 'customer.subscription.deleted':
      return payment.endedAt === null && (payment.stripeSubscriptionId ?? object.id) === object.id
  }
}

/** Whether a dropped month is not recorded. Invoices of paused plans are voided without an attempt to collect them. */
function isDropNews({ attempt_count, lines }: Stripe.Invoice, { terms }: Pick<Known, 'terms'>): boolean {
  const periodStart = (lines.data[0]?.period.start ?? 0) * 1000
  return attempt_count > 0 && periodStart > (terms?.droppedThrough?.getTime() ?? 0)
}
