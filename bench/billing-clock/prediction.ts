import { basePriceCents, discountedPriceCents } from '@prankpost/contracts'
import { monthsAfter } from './calendar.ts'
import type { Action, PlanScript } from './scenario.ts'

/** A month that Stripe must have charged, or made void because the plan was paused. */
export interface PredictedMonth {
  status: 'paid' | 'void'
  prankCount: number
  amountCents: number
  periodStart: Date
  periodEnd: Date
  /** Null for a void month, and for one that a new card paid at once: the time of that payment is not simulated. */
  paidAt: Date | null
}

/** What a plan must have become. */
export interface Prediction {
  months: PredictedMonth[]
  status: 'active' | 'past_due' | 'canceled'
  endedBy: 'customer' | 'stripe' | null
  /** Declined attempts since the last paid month. */
  openTries: number
  isPaused: boolean
  failedTries: number
  recovered: number
  /** The number of pranks of the next month. */
  prankCount: number
}

/** Predicts a plan from what happened to it: every month with its pranks, its amount and its period. */
export function predict(script: PlanScript, actions: Action[]): Prediction {
  const plan: Prediction = {
    ...{ months: [], status: 'active', endedBy: null, openTries: 0, isPaused: false },
    ...{ failedTries: 0, recovered: 0, prankCount: script.prankCount },
  }
  /** The months before this one are not charged; 0 when Stripe has ended the pause, with its first invoice after it. */
  let pausedUntil = 0
  const bill = (status: PredictedMonth['status'], paidAt: Date | null) => {
    const n = plan.months.length
    plan.months.push({
      ...{ status, paidAt, prankCount: plan.prankCount },
      amountCents: script.withDiscount ? discountedPriceCents : basePriceCents * plan.prankCount,
      periodStart: monthsAfter(script.startsAt, n),
      periodEnd: monthsAfter(script.startsAt, n + 1),
    })
  }
  const recover = (paidAt: Date | null) => {
    if (plan.openTries > 0) plan.recovered += 1
    plan.openTries = 0
    pausedUntil = 0
    bill('paid', paidAt)
  }
  const isPaused = () => plan.months.length < pausedUntil
  for (const action of actions) {
    switch (action.what) {
      case 'buy':
      case 'renew':
        if (isPaused()) bill('void', null)
        else recover(action.at)
        break
      case 'card':
        recover(null)
        break
      case 'fail':
        plan.failedTries += 1
        plan.openTries += 1
        pausedUntil = 0
        break
      case 'change':
        plan.prankCount = action.prankCount
        break
      case 'pause':
        pausedUntil = plan.months.length + action.months
        break
      case 'skip':
        pausedUntil = plan.months.length + 1
        break
      case 'resume':
        pausedUntil = 0
        break
      case 'cancel':
        plan.endedBy = 'customer'
        break
      case 'end':
        plan.endedBy = 'stripe'
    }
  }
  plan.isPaused = pausedUntil > 0 && plan.endedBy === null
  plan.status = plan.endedBy !== null ? 'canceled' : plan.openTries > 0 ? 'past_due' : 'active'
  return plan
}
