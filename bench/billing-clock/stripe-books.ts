import type Stripe from 'stripe'
import type { Ledger } from './compare.ts'
import type { PlanRun } from './play.ts'
import type { Provider } from './provider.ts'

/** A month that the provider was paid for. */
export interface PaidInvoice {
  id: string
  amountCents: number
  paymentIntentId: string
  periodStart: string
  periodEnd: string
  paidAt: string
  isFirst: boolean
}

/** A plan as the provider's books have it. */
export interface BookedPlan {
  run: PlanRun
  status: string
  endedAt: string | null
  paid: PaidInvoice[]
  openTries: number
}

/** Reads the provider's books of all plans that were played. */
export async function readStripeBooks(runs: PlanRun[], provider: Provider): Promise<BookedPlan[]> {
  const books: BookedPlan[] = []
  const waiting = [...runs]
  const work = async () => {
    for (let run = waiting.pop(); run; run = waiting.pop()) books.push(await readPlan(run, provider))
  }
  await Promise.all(Array.from({ length: 8 }, work))
  return books
}

async function readPlan(run: PlanRun, provider: Provider): Promise<BookedPlan> {
  const [plan, invoices] = await Promise.all([provider.plan(run.stripeId), provider.invoices(run.stripeId)])
  return {
    run,
    status: plan.status,
    endedAt: plan.ended_at === null ? null : iso(plan.ended_at),
    paid: invoices.filter(({ status }) => status === 'paid').map(toPaidInvoice),
    openTries: invoices.find(({ status }) => status === 'open')?.attempt_count ?? 0,
  }
}

function toPaidInvoice(invoice: Stripe.Invoice): PaidInvoice {
  const period = invoice.lines.data[0]?.period
  return {
    id: String(invoice.id),
    amountCents: invoice.amount_paid,
    paymentIntentId: String(invoice.payments?.data[0]?.payment.payment_intent),
    periodStart: iso(period?.start ?? 0),
    periodEnd: iso(period?.end ?? 0),
    paidAt: iso(invoice.status_transitions.paid_at ?? 0),
    isFirst: invoice.billing_reason === 'subscription_create',
  }
}

const iso = (seconds: number) => new Date(seconds * 1000).toISOString()

/** The provider's books held against the script: what was paid when, for which month, and what came of it. */
export function stripeAgainstScript(books: BookedPlan[]): Ledger[] {
  const status = ({ endedBy, openTries }: PlanRun) =>
    endedBy !== null ? 'canceled' : openTries > 0 ? 'past_due' : 'active'
  return [
    {
      name: 'months at Stripe',
      expected: books.flatMap(({ run }) =>
        run.months.map((month, n) => [
          `${run.stripeId} month ${n + 1}`,
          {
            amountCents: run.amountCents,
            periodStart: month.periodStart.toISOString(),
            periodEnd: month.periodEnd.toISOString(),
            paidAt: month.paidAt.toISOString(),
            isFirst: Number(n === 0),
          },
        ]),
      ),
      actual: books.flatMap(({ run, paid }) =>
        paid.map(({ isFirst, ...invoice }, n) => [
          `${run.stripeId} month ${n + 1}`,
          { ...invoice, isFirst: Number(isFirst) },
        ]),
      ),
    },
    {
      name: 'plans at Stripe',
      expected: books.map(({ run }) => [run.stripeId, { status: status(run), openTries: run.openTries }]),
      actual: books.map(({ run, openTries, ...plan }) => [run.stripeId, { status: plan.status, openTries }]),
    },
  ]
}
