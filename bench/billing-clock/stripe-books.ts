import type { Ledger } from '../proof/compare.ts'
import { type BookedPlan, type KnownPlan, readPlanBooks } from '../proof/plan-books.ts'
import type { Provider } from '../proof/provider.ts'
import type { PlanRun } from './play.ts'

/** A plan as the provider's books have it, with what the script did to it. */
export interface PlayedPlan extends BookedPlan {
  run: PlanRun
}

/** Reads the provider's books of all plans that were played. */
export async function readStripeBooks(runs: PlanRun[], provider: Provider): Promise<PlayedPlan[]> {
  const books: PlayedPlan[] = []
  const waiting = [...runs]
  const work = async () => {
    for (let run = waiting.pop(); run; run = waiting.pop())
      books.push({ run, plan: planOf(run), ...(await readPlanBooks(run.stripeId, provider)) })
  }
  await Promise.all(Array.from({ length: 8 }, work))
  return books
}

const planOf = ({ planId, stripeId, customer, script, amountCents, endedBy }: PlanRun): KnownPlan => ({
  ...{ planId, stripeId, amountCents, endedBy },
  ownerId: customer.id,
  email: customer.email,
  prankCount: script.prankCount,
})

/** The provider's books held against the script: what was paid when, for which month, and what came of it. */
export function stripeAgainstScript(books: PlayedPlan[]): Ledger[] {
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
