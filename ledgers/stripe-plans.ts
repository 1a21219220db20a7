import type { UnsentChoice } from '@prankpost/contracts'
import type Stripe from 'stripe'
import type { PeopleLedger, PlanPurchase } from './people.ts'
import { readRefunds, type StripeRefund } from './stripe.ts'
import type { StripeSandbox } from './stripe-sandbox.ts'

/** A month of a plan at Stripe; the id is its invoice's. */
interface PlanMonth {
  id: string
  amountCents: number
  /** How many pranks the plan had when Stripe made the invoice. */
  prankCount: number
  periodStart: string
  periodEnd: string
}

/** A paid month of a plan. */
export interface PaidMonth extends PlanMonth {
  paymentIntentId: string
  paidAt: string
  isFirst: boolean
  refunds: StripeRefund[]
}

/** What Stripe charges next, and until when the plan is paused. */
export interface StripeTerms {
  prankCount: number
  amountCents: number
  pausedUntil: string | null
}

/** A plan at Stripe, with the customer who bought it. */
export interface StripePlan extends Omit<PlanPurchase, 'paid' | 'prankCount' | 'amountCents'> {
  planId: string
  stripeId: string
  status: string
  terms: StripeTerms
  endedAt: string | null
  endedBy: 'customer' | 'stripe' | null
  /** What happens to its unsent parcels: the customer's choice; null while the plan runs. */
  unsent: UnsentChoice | null
  /** Oldest first. */
  months: PaidMonth[]
  /** The months that were not charged because the plan was paused. */
  voidMonths: PlanMonth[]
  /** Declined attempts since the last paid month. */
  openTries: number
}

/** Payment cancels a plan at Stripe with this comment when its customer asks for it. */
const customersComment = /^Cancelled by the customer/

/** Reads the plan of a paid session, with its months, and their refunds once it has ended. */
export async function readPlan(
  { id: sessionId, ...session }: Stripe.Checkout.Session,
  { ownerId, email, prankCount }: PlanPurchase,
  people: PeopleLedger,
  sandbox: StripeSandbox,
): Promise<StripePlan> {
  const stripeId = String(session.subscription)
  const planId = String(session.client_reference_id)
  const [plan, invoices] = await Promise.all([sandbox.plan(stripeId), sandbox.invoices(stripeId)])
  const endedBy = customersComment.test(plan.cancellation_details?.comment ?? '') ? 'customer' : 'stripe'
  const choice = endedBy === 'customer' ? (people.planEnds.get(planId) ?? 'refund') : 'refund'
  const isEnded = plan.ended_at !== null
  const withStatus = (wanted: Stripe.Invoice.Status) => invoices.filter(({ status }) => status === wanted)
  return {
    ...{ sessionId, ownerId, email, stripeId, planId },
    status: plan.status,
    terms: termsOf(plan, prankCount),
    endedAt: plan.ended_at === null ? null : isoOf(plan.ended_at),
    endedBy: isEnded ? endedBy : null,
    unsent: isEnded ? choice : null,
    months: await Promise.all(
      withStatus('paid').map((invoice) => readPaidMonth(invoice, { prankCount, isEnded }, sandbox)),
    ),
    voidMonths: withStatus('void').map((invoice) => toMonth(invoice, prankCount)),
    openTries: withStatus('open')[0]?.attempt_count ?? 0,
  }
}

async function readPaidMonth(
  invoice: Stripe.Invoice,
  { prankCount, isEnded }: { prankCount: number; isEnded: boolean },
  sandbox: StripeSandbox,
): Promise<PaidMonth> {
  const paymentIntentId = String(invoice.payments?.data[0]?.payment.payment_intent)
  return {
    ...toMonth(invoice, prankCount),
    paymentIntentId,
    paidAt: isoOf(invoice.status_transitions.paid_at ?? 0),
    isFirst: invoice.billing_reason === 'subscription_create',
    // Only the end of a plan refunds its months.
    refunds: isEnded ? await readRefunds(paymentIntentId, sandbox) : [],
  }
}

/** Until its first change, a plan has as many pranks as were bought: only a change stores the number at Stripe. */
function toMonth({ id, amount_due, lines, parent }: Stripe.Invoice, bought: number): PlanMonth {
  const period = lines.data[0]?.period
  return {
    id: String(id),
    amountCents: amount_due,
    prankCount: Number(parent?.subscription_details?.metadata?.prankCount ?? bought),
    periodStart: isoOf(period?.start ?? 0),
    periodEnd: isoOf(period?.end ?? 0),
  }
}

const termsOf = ({ items, metadata, pause_collection: pause }: Stripe.Subscription, bought: number) => ({
  prankCount: Number(metadata.prankCount ?? bought),
  amountCents: items.data.reduce(
    (sum, { price, quantity = 1 }) => sum + (price.unit_amount ?? 0) * quantity,
    0,
  ),
  pausedUntil: pause?.resumes_at ? isoOf(pause.resumes_at) : null,
})

const isoOf = (seconds: number) => new Date(seconds * 1000).toISOString()
