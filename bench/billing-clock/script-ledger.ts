import type { Comparison, Findings, PeopleLedger, StripePlan } from '../../ledgers/index.ts'
import { emptyPeopleLedger } from '../../ledgers/index.ts'
import type { PlanRun } from './play.ts'

/** A plan at Stripe, with what the script did to it. */
export interface PlayedPlan extends StripePlan {
  run: PlanRun
}

/** The ledger of the script's customers: they paid every plan that was started, and nothing else. */
export function peopleOf(runs: PlanRun[]): PeopleLedger {
  const people = emptyPeopleLedger()
  for (const { sessionId, customer, script, amountCents } of runs) {
    const { id: ownerId, email } = customer
    const { prankCount } = script
    people.plans.set(sessionId, { sessionId, ownerId, email, prankCount, amountCents, paid: 'sure' })
  }
  return people
}

/** Every plan of the script that Stripe knows. */
export function playedPlans(runs: PlanRun[], { plans }: Findings['stripe']): PlayedPlan[] {
  const runOf = new Map(runs.map((run) => [run.sessionId, run]))
  return plans.flatMap((plan) => {
    const run = runOf.get(plan.sessionId)
    return run === undefined ? [] : [{ ...plan, run }]
  })
}

/** Stripe's ledger compared with the script: what was paid when, for which month, and the result. */
export function compareScript(runs: PlanRun[], plans: PlayedPlan[]): Comparison[] {
  const status = ({ endedBy, openTries }: PlanRun) =>
    endedBy !== null ? 'canceled' : openTries > 0 ? 'past_due' : 'active'
  return [
    {
      name: 'months of the script',
      expected: runs.flatMap((run) =>
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
      actual: plans.flatMap(({ stripeId, months }) =>
        months.map(({ id: _, paymentIntentId: __, isFirst, ...month }, n) => [
          `${stripeId} month ${n + 1}`,
          { ...month, isFirst: Number(isFirst) },
        ]),
      ),
    },
    {
      name: 'plans of the script',
      expected: runs.map((run) => [
        run.stripeId,
        { status: status(run), openTries: run.openTries, endedBy: run.endedBy },
      ]),
      actual: plans.map(({ stripeId, status, openTries, endedBy }) => [
        stripeId,
        { status, openTries, endedBy },
      ]),
    },
  ]
}
