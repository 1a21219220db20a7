import type Stripe from 'stripe'
import type { Entry, Facts } from './comparison.ts'
import type { PeopleLedger, PlanPurchase, Purchase } from './people.ts'
import type { StripeSandbox } from './stripe-sandbox.ts'

/** A paid session of a one-time order. */
export interface Charge {
  sessionId: string
  orderId: string
  paymentIntentId: string
  amountCents: number
  refundedCents: number
  /** What was paid for; undefined when no customer opened this session. */
  purchase: Purchase | undefined
}

/** A paid month of a plan; the id is its invoice's. */
export interface PaidMonth {
  id: string
  amountCents: number
  paymentIntentId: string
  periodStart: string
  periodEnd: string
  paidAt: string
  isFirst: boolean
}

/** A plan at Stripe, with the customer who bought it. */
export interface StripePlan extends Omit<PlanPurchase, 'paid'> {
  planId: string
  stripeId: string
  status: string
  endedAt: string | null
  endedBy: 'customer' | 'stripe' | null
  months: PaidMonth[]
  /** Declined attempts since the last paid month. */
  openTries: number
}

/** Stripe's ledger: the other ledgers are compared with it. */
export interface StripeLedger {
  charges: Charge[]
  plans: StripePlan[]
  /** Sessions of paid plans that no customer opened. */
  unknownPlans: string[]
}

/** Payment cancels a plan at Stripe with this comment when its customer asks for it. */
const customersComment = /^Cancelled by the customer/

const concurrency = 8

/** Reads everything that was paid at Stripe, with the customer's purchase. */
export async function readStripe(sandbox: StripeSandbox, people: PeopleLedger): Promise<StripeLedger> {
  const ledger: StripeLedger = { charges: [], plans: [], unknownPlans: [] }
  const purchases = new Map(
    [...people.purchases.values()].flatMap((one) => [...one.sessionIds].map((id) => [id, one] as const)),
  )
  const sessions = await sandbox.paidSessions()
  for (const { id, mode, payment_intent: intent, ...session } of sessions) {
    if (mode !== 'payment' || intent === null || typeof intent === 'string') continue
    const charge = typeof intent.latest_charge === 'string' ? null : intent.latest_charge
    ledger.charges.push({
      sessionId: id,
      orderId: String(session.client_reference_id),
      paymentIntentId: intent.id,
      amountCents: session.amount_total ?? 0,
      refundedCents: charge?.amount_refunded ?? 0,
      purchase: purchases.get(id),
    })
  }
  const waiting = sessions.filter(({ mode }) => mode === 'subscription')
  const work = async () => {
    for (let session = waiting.pop(); session; session = waiting.pop()) {
      const purchase = people.plans.get(session.id)
      if (purchase === undefined) ledger.unknownPlans.push(session.id)
      else ledger.plans.push(await readPlan(session, purchase, sandbox))
    }
  }
  await Promise.all(Array.from({ length: concurrency }, work))
  return ledger
}

async function readPlan(
  { id: sessionId, ...session }: Stripe.Checkout.Session,
  { ownerId, email, prankCount, amountCents }: PlanPurchase,
  sandbox: StripeSandbox,
): Promise<StripePlan> {
  const stripeId = String(session.subscription)
  const [plan, invoices] = await Promise.all([sandbox.plan(stripeId), sandbox.invoices(stripeId)])
  const endedBy = customersComment.test(plan.cancellation_details?.comment ?? '') ? 'customer' : 'stripe'
  return {
    ...{ sessionId, ownerId, email, prankCount, amountCents, stripeId },
    planId: String(session.client_reference_id),
    status: plan.status,
    endedAt: plan.ended_at === null ? null : isoOf(plan.ended_at),
    endedBy: plan.ended_at === null ? null : endedBy,
    months: invoices.filter(({ status }) => status === 'paid').map(toPaidMonth),
    openTries: invoices.find(({ status }) => status === 'open')?.attempt_count ?? 0,
  }
}

function toPaidMonth(invoice: Stripe.Invoice): PaidMonth {
  const period = invoice.lines.data[0]?.period
  return {
    id: String(invoice.id),
    amountCents: invoice.amount_paid,
    paymentIntentId: String(invoice.payments?.data[0]?.payment.payment_intent),
    periodStart: isoOf(period?.start ?? 0),
    periodEnd: isoOf(period?.end ?? 0),
    paidAt: isoOf(invoice.status_transitions.paid_at ?? 0),
    isFirst: invoice.billing_reason === 'subscription_create',
  }
}

const isoOf = (seconds: number) => new Date(seconds * 1000).toISOString()

/** The charges that were not refunded. */
export const keptCharges = ({ charges }: Pick<StripeLedger, 'charges'>): Charge[] =>
  charges.filter(({ amountCents, refundedCents }) => refundedCents < amountCents)

/** An entry for each paid month, by its invoice. */
export const monthEntries = (
  { plans }: Pick<StripeLedger, 'plans'>,
  factsOf: (month: PaidMonth, plan: StripePlan) => Facts,
): Entry[] => plans.flatMap((plan) => plan.months.map((month): Entry => [month.id, factsOf(month, plan)]))

/** An entry for each plan, by its id. */
export const planEntries = (
  { plans }: Pick<StripeLedger, 'plans'>,
  factsOf: (plan: StripePlan) => Facts,
): Entry[] => plans.map((plan): Entry => [plan.planId, factsOf(plan)])

/** What the ledgers of plans must have reported about a plan, by what Stripe was paid. */
export const reportedOf = ({ months, endedBy, status }: StripePlan) => ({
  reported: `1 created, ${months.length - 1} renewed, ${endedBy === null ? 0 : 1} cancelled`,
  // A plan that failed and ended may have ended before the failure was known.
  pastDue: endedBy === null ? Number(status === 'past_due') : null,
})
