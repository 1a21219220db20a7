import type { Entry, Facts } from './comparison.ts'
import type { PeopleLedger, Purchase } from './people.ts'
import { type PaidMonth, readPlan, type StripePlan } from './stripe-plans.ts'
import type { StripeSandbox } from './stripe-sandbox.ts'

/** A paid session of a one-time order. */
export interface Charge {
  sessionId: string
  orderId: string
  paymentIntentId: string
  amountCents: number
  refundedCents: number
  refunds: StripeRefund[]
  /** What was paid for; undefined when no customer opened this session. */
  purchase: Purchase | undefined
}

/** A refund of a charge that did not fail. */
export interface StripeRefund {
  id: string
  cents: number
  /** The refund's id in order; null when it was made in the Stripe dashboard. */
  refundId: string | null
  /** Whether it returned a second payment of the same order. */
  isDuplicate: boolean
}

/** Stripe's ledger: the other ledgers are compared with it. */
export interface StripeLedger {
  charges: Charge[]
  plans: StripePlan[]
  /** Sessions of paid plans that no customer opened. */
  unknownPlans: string[]
}

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
      refunds: charge?.amount_refunded ? await readRefunds(intent.id, sandbox) : [],
      purchase: purchases.get(id),
    })
  }
  const waiting = sessions.filter(({ mode }) => mode === 'subscription')
  const work = async () => {
    for (let session = waiting.pop(); session; session = waiting.pop()) {
      const purchase = people.plans.get(session.id)
      if (purchase === undefined) ledger.unknownPlans.push(session.id)
      else ledger.plans.push(await readPlan(session, purchase, people, sandbox))
    }
  }
  await Promise.all(Array.from({ length: concurrency }, work))
  return ledger
}

/** The refunds of a payment that did not fail. */
export async function readRefunds(paymentIntentId: string, sandbox: StripeSandbox): Promise<StripeRefund[]> {
  const refunds = await sandbox.refunds(paymentIntentId)
  return refunds
    .filter(({ status }) => status !== 'failed' && status !== 'canceled')
    .map(({ id, amount, reason, metadata }) => ({
      id,
      cents: amount,
      refundId: metadata?.refundId ?? null,
      isDuplicate: reason === 'duplicate',
    }))
}

/** The charges that paid for an order: all but second payments, which were refunded as such. */
export const keptCharges = ({ charges }: Pick<StripeLedger, 'charges'>): Charge[] =>
  charges.filter(({ refunds }) => !refunds.some(({ isDuplicate }) => isDuplicate))

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
