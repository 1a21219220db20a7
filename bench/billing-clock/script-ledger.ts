import { basePriceCents, discountedPriceCents } from '@prankpost/contracts'
import type { Comparison, Findings, PeopleLedger, StripePlan } from '../../ledgers/index.ts'
import { emptyPeopleLedger } from '../../ledgers/index.ts'
import type { Operator } from './operator.ts'
import type { PlanRun } from './play.ts'
import { type PredictedMonth, type Prediction, predict } from './prediction.ts'

/** A plan at Stripe, with what the script did to it and what it predicts. */
export interface PlayedPlan extends StripePlan {
  run: PlanRun
  predicted: Prediction
}

/** The ledger of the script's people: customers paid every plan that was started, and nothing else. */
export function peopleOf(runs: PlanRun[], { parcels }: Pick<Operator, 'parcels'>): PeopleLedger {
  const people: PeopleLedger = { ...emptyPeopleLedger(), parcels }
  for (const { sessionId, planId, customer, script, performed } of runs) {
    const { id: ownerId, email } = customer
    const { prankCount, withDiscount } = script
    const amountCents = withDiscount ? discountedPriceCents : basePriceCents * prankCount
    people.plans.set(sessionId, { sessionId, ownerId, email, prankCount, amountCents, paid: 'sure' })
    for (const action of performed) if (action.what === 'cancel') people.planEnds.set(planId, action.unsent)
  }
  return people
}

/** Every plan of the script that Stripe knows. */
export function playedPlans(runs: PlanRun[], { plans }: Findings['stripe']): PlayedPlan[] {
  const runOf = new Map(runs.map((run) => [run.sessionId, run]))
  return plans.flatMap((plan) => {
    const run = runOf.get(plan.sessionId)
    return run === undefined ? [] : [{ ...plan, run, predicted: predict(run.script, run.performed) }]
  })
}

/** Stripe's ledger compared with the script: what was paid when, for which month, and the result. */
export function compareScript(runs: PlanRun[], plans: PlayedPlan[]): Comparison[] {
  const predictions = runs.map((run) => ({ run, predicted: predict(run.script, run.performed) }))
  return [
    {
      name: 'months of the script',
      expected: predictions.flatMap(({ run, predicted }) =>
        predicted.months.map((month, n) => [`${run.stripeId} month ${n + 1}`, factsOf(month)]),
      ),
      actual: plans.flatMap((plan) =>
        monthsAtStripe(plan).map((month, n) => [`${plan.stripeId} month ${n + 1}`, month]),
      ),
    },
    {
      name: 'plans of the script',
      expected: predictions.map(({ run, predicted }) => [
        run.stripeId,
        {
          ...{ status: predicted.status, openTries: predicted.openTries, endedBy: predicted.endedBy },
          ...{ nextPrankCount: predicted.prankCount, isPaused: Number(predicted.isPaused) },
        },
      ]),
      actual: plans.map(({ stripeId, status, openTries, endedBy, terms }) => [
        stripeId,
        {
          ...{ status, openTries, endedBy, nextPrankCount: terms.prankCount },
          isPaused: Number(endedBy === null && terms.pausedUntil !== null),
        },
      ]),
    },
  ]
}

const factsOf = ({ periodStart, periodEnd, paidAt, ...month }: PredictedMonth) => ({
  ...month,
  periodStart: periodStart.toISOString(),
  periodEnd: periodEnd.toISOString(),
  paidAt: paidAt?.toISOString() ?? null,
})

/** All months of a plan, oldest first. The time of a payment counts only if it is predicted. */
function monthsAtStripe({ months, voidMonths, predicted }: PlayedPlan) {
  const paid = months.map((month) => ({ ...month, status: 'paid' }))
  const unpaid = voidMonths.map((month) => ({ ...month, status: 'void', paidAt: null }))
  return [...paid, ...unpaid]
    .sort((one, other) => (one.periodStart < other.periodStart ? -1 : 1))
    .map(({ status, prankCount, amountCents, periodStart, periodEnd, paidAt }, n) => ({
      ...{ status, prankCount, amountCents, periodStart, periodEnd },
      paidAt: predicted.months[n]?.paidAt === null ? null : paidAt,
    }))
}
