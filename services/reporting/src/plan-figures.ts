import { type DayFigures, sumsByDay } from './figures.ts'
import type { Plan, PlanState } from './plan.model.ts'
import type { Facts } from './projected.ts'

export type PlanFacts = Facts<Plan>

/** A plan of which nothing is known. */
export const noPlan: PlanFacts = { states: [] }

/** Adds states of events; the result is the same in any sequence and after repeats. */
export function mergePlan({ states }: PlanFacts, news: PlanState[]): PlanFacts {
  const all = new Map([...states, ...news].map((state) => [state.id, state]))
  return { states: [...all.values()].sort(bySequence) }
}

// Two events of one write may have the same time; a plan that ended stays ended.
const sequence = ['pending', 'past_due', 'active', 'cancelled']
const bySequence = (a: PlanState, b: PlanState) =>
  +a.at - +b.at || sequence.indexOf(a.status) - sequence.indexOf(b.status) || (a.id < b.id ? -1 : 1)

/** The figures of a plan by day: what changes on it. A month that is reported after the end starts nothing. */
export function planFigures({ states }: PlanFacts): Map<string, DayFigures> {
  const { on, days } = sumsByDay()
  let before = { activePlans: 0, pastDuePlans: 0, recurringCents: 0 }
  let hasStarted = false
  for (const { at, status, amountCents } of states) {
    const isRunning = status === 'active' || status === 'past_due'
    // The amount of a month that is past due has not been paid: what the plan brings is what was paid last.
    const runningCents = status === 'past_due' && hasStarted ? before.recurringCents : amountCents
    const now = {
      activePlans: status === 'active' ? 1 : 0,
      pastDuePlans: status === 'past_due' ? 1 : 0,
      recurringCents: isRunning ? runningCents : 0,
    }
    if (!hasStarted && !isRunning) break
    on(at).count({
      plansStarted: hasStarted ? 0 : 1,
      plansEnded: isRunning ? 0 : 1,
      activePlans: now.activePlans - before.activePlans,
      pastDuePlans: now.pastDuePlans - before.pastDuePlans,
      recurringCents: now.recurringCents - before.recurringCents,
    })
    before = now
    hasStarted = true
    if (!isRunning) break
  }
  return days
}
