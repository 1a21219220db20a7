import type { UnsentChoice } from '@prankpost/contracts'
import { createRandom, type Random } from '../random.ts'
import { dayMs, monthsAfter } from './calendar.ts'

/**
 * What happens to a plan at one moment of simulated time. `buy` pays the first month; `renew` pays the next month, or the
 * one that failed (a paused month is void); `fail` is a declined attempt; with `card` the customer replaces the card, which
 * pays the failed month. The customer changes, pauses, resumes, skips and cancels; the operator ships parcels; with `end`
 * Stripe ends the plan.
 */
export type Action = { at: Date } & (
  | { what: 'buy' | 'renew' | 'fail' | 'card' | 'resume' | 'skip' | 'end' }
  | { what: 'change'; prankCount: number }
  | { what: 'pause'; months: number }
  | { what: 'ship'; parcels: number }
  | { what: 'cancel'; unsent: UnsentChoice }
)

/** Everything that happens to a plan. */
export interface PlanScript {
  /** The plan's customer, who may have another plan before or after. */
  customer: number
  prankCount: number
  withDiscount: boolean
  startsAt: Date
  /** Whether the success page also reports the first payment, in addition to the webhook. */
  byBrowserToo: boolean
  actions: Action[]
}

export interface ScenarioOptions {
  plans: number
  months: number
  seed: number
}

/** Days on which calculations with months break: month ends, the leap day, days that only some months have. */
const days = [
  '2024-02-29',
  '2024-01-31',
  '2023-12-31',
  '2024-03-31',
  '2024-01-30',
  '2023-11-30',
  '2024-01-29',
  '2023-12-29',
  '2024-02-28',
  '2024-03-01',
] as const

/** Generates plans for this many months, with all events that can happen to them; the same seed gives the same plans. */
export function writeScenario({ plans: count, months, seed }: ScenarioOptions): PlanScript[] {
  const random = createRandom(seed)
  const plans: PlanScript[] = []
  for (let customer = 0; plans.length < count; customer++) {
    const first = writePlan(customer, startOf(random), months, random)
    plans.push(first)
    const last = first.actions.at(-1)
    const monthsLeft = months - first.actions.filter(isMonth).length
    if (last?.what !== 'cancel' || plans.length === count || monthsLeft < 2 || random.happens(0.4)) continue
    // A replaced card would also pay the failed months of the next plan.
    if (first.actions.some(({ what }) => what === 'card')) continue
    const again = new Date(last.at.getTime() + random.between(1, 20 * 86_400) * 1000)
    plans.push(writePlan(customer, again, monthsLeft, random))
  }
  return plans
}

/** Half of the plans start on one of these days, some in its first or last second. */
function startOf(random: Random): Date {
  const day = random.happens(0.5)
    ? Date.parse(random.oneOf(days))
    : Date.UTC(2023, 11, 1) + random.between(0, 120) * dayMs
  const second = random.happens(0.2) ? random.oneOf([0, 86_399]) : random.between(0, 86_399)
  return new Date(day + second * 1000)
}

/** Whether the action completes a month: it is paid or void. */
export const isMonth = ({ what }: Action) => what === 'buy' || what === 'renew' || what === 'card'

function writePlan(customer: number, startsAt: Date, months: number, random: Random): PlanScript {
  const actions: Action[] = [{ at: startsAt, what: 'buy' }]
  /** The months before this one are paused. */
  let pausedUntil = 0
  for (let month = 1; month < months; month++) {
    // A pause ends three days before the charge that follows it.
    const isPaused = month <= pausedUntil
    const requests = writeRequests(startsAt, month, isPaused, random)
    for (const { what, ...request } of requests) {
      if (what === 'resume') pausedUntil = 0
      if (what === 'skip') pausedUntil = month + 1
      if ('months' in request) pausedUntil = month + request.months
    }
    const isVoid = month < pausedUntil
    const bill = isVoid ? writeVoidMonth : writeMonth
    const further = [...requests, ...bill(startsAt, month, month === months - 1, random)]
    actions.push(...further)
    if (!further.some(isMonth)) break
  }
  return {
    customer,
    prankCount: random.between(1, 5),
    withDiscount: random.happens(0.25),
    startsAt,
    byBrowserToo: random.happens(0.3),
    actions,
  }
}

/** What customer and operator do in the middle of the month before. */
function writeRequests(startsAt: Date, month: number, isPaused: boolean, random: Random): Action[] {
  const at = new Date(monthsAfter(startsAt, month - 1).getTime() + random.between(11, 14) * dayMs)
  const requests: Action[] = []
  if (random.happens(0.08)) requests.push({ at, what: 'ship', parcels: random.between(1, 8) })
  if (random.happens(0.06)) requests.push({ at, what: 'change', prankCount: random.between(1, 5) })
  if (isPaused && random.happens(0.3)) requests.push({ at, what: 'resume' })
  else if (random.happens(0.03)) requests.push({ at, what: 'pause', months: random.between(1, 3) })
  else if (random.happens(0.04) && !isPaused) requests.push({ at, what: 'skip' })
  return requests
}

function writeVoidMonth(startsAt: Date, month: number): Action[] {
  return [{ at: monthsAfter(startsAt, month), what: 'renew' }]
}

/** Adds one more month; the plan ends with it unless it is paid. */
function writeMonth(startsAt: Date, month: number, isLast: boolean, random: Random): Action[] {
  const due = monthsAfter(startsAt, month).getTime()
  const after = (days: number) => new Date(due + Math.round(days * 86_400) * 1000)
  if (random.happens(0.006)) {
    const inMonthBefore = monthsAfter(startsAt, month - 1).getTime() + random.between(15, 27) * dayMs
    const unsent = random.happens(0.4) ? 'send' : 'refund'
    return [{ at: new Date(inMonthBefore), what: 'cancel', unsent }]
  }
  if (random.happens(0.03)) return [{ at: after(random.between(1, 9)), what: 'renew' }]
  if (!random.happens(0.05)) return [{ at: after(random.next() / 24), what: 'renew' }]
  const tries = [0, 3, 5].slice(0, random.between(1, 3))
  const failed = tries.map((days): Action => ({ at: after(days), what: 'fail' }))
  if (random.happens(0.1)) return [...failed, { at: after(14), what: 'end' }]
  if (isLast && random.happens(0.5)) return failed
  const paidAt = after(random.between(6, 10))
  return [...failed, { at: paidAt, what: random.happens(0.3) ? 'card' : 'renew' }]
}
