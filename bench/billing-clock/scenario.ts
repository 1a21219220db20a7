import { createRandom, type Random } from '../random.ts'
import { dayMs, monthsAfter } from './calendar.ts'

/** What happens to a plan at one moment of simulated time. */
export interface Action {
  at: Date
  /**
   * `buy` pays the first month; `renew` pays the next month, or the one that failed; `fail` is a declined attempt; with
   * `cancel` the customer cancels, with `end` Stripe ends the plan.
   */
  what: 'buy' | 'renew' | 'fail' | 'cancel' | 'end'
}

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
    const monthsLeft = months - first.actions.filter(({ what }) => what === 'buy' || what === 'renew').length
    if (last?.what !== 'cancel' || plans.length === count || monthsLeft < 2 || random.happens(0.4)) continue
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

function writePlan(customer: number, startsAt: Date, months: number, random: Random): PlanScript {
  const actions: Action[] = [{ at: startsAt, what: 'buy' }]
  for (let month = 1; month < months; month++) {
    const further = writeMonth(startsAt, month, month === months - 1, random)
    actions.push(...further)
    if (further.at(-1)?.what !== 'renew') break
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

/** Adds one more month; the plan ends with it unless it is renewed. */
function writeMonth(startsAt: Date, month: number, isLast: boolean, random: Random): Action[] {
  const due = monthsAfter(startsAt, month).getTime()
  const after = (days: number) => new Date(due + Math.round(days * 86_400) * 1000)
  if (random.happens(0.006)) {
    const inMonthBefore = monthsAfter(startsAt, month - 1).getTime() + random.between(15, 27) * dayMs
    return [{ at: new Date(inMonthBefore), what: 'cancel' }]
  }
  if (random.happens(0.03)) return [{ at: after(random.between(1, 9)), what: 'renew' }]
  if (!random.happens(0.05)) return [{ at: after(random.next() / 24), what: 'renew' }]
  const tries = [0, 3, 5].slice(0, random.between(1, 3))
  const failed = tries.map((days): Action => ({ at: after(days), what: 'fail' }))
  if (random.happens(0.1)) return [...failed, { at: after(14), what: 'end' }]
  if (isLast && random.happens(0.5)) return failed
  return [...failed, { at: after(random.between(6, 12)), what: 'renew' }]
}
