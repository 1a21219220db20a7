import { setTimeout as sleep } from 'node:timers/promises'
import type { Provider } from '../../bench/proof/provider.ts'
import type { Random } from '../../bench/proof/random.ts'
import type { Shop } from './shop.ts'

/** Paid-for plans that Stripe bills, with what became of the last try. */
interface BilledPlan {
  id: string
  isPastDue: boolean
}

/** What happens to a plan when its day comes, and how often. */
const outcomes = [
  ['renew', 82],
  ['fail', 14],
  ['end', 4],
] as const

/**
 * Stripe's calendar, in a hurry: bills one of the plans every now and then, as if a month had passed. Some
 * payments fail, most of those are made good later, some plans are ended. Its own books say what came of it.
 */
export async function billPlans(
  provider: Provider,
  { everyMs }: { everyMs: number },
  random: Random,
  shop: Shop,
): Promise<void> {
  const plans = new Map<string, BilledPlan>()
  while (!shop.isOver()) {
    await sleep(everyMs)
    await learnOfPlans(plans, provider).catch(() => undefined)
    const [plan] = random.shuffled([...plans.values()])
    if (plan === undefined) continue
    const outcome = plan.isPastDue && random.happens(0.7) ? 'renew' : random.weighted(outcomes)
    try {
      await bill(plan, outcome, provider)
      shop.journal.note('billed', { stripeId: plan.id, outcome })
    } catch {
      // It ended meanwhile, or nobody answered: what came of it is in the books.
    }
  }
}

async function learnOfPlans(plans: Map<string, BilledPlan>, provider: Provider): Promise<void> {
  const running = await provider.runningPlans()
  const ids = new Set(running.map(({ id }) => id))
  for (const id of plans.keys()) if (!ids.has(id)) plans.delete(id)
  for (const { id, status } of running) plans.set(id, { id, isPastDue: status === 'past_due' })
}

async function bill({ id }: BilledPlan, outcome: 'renew' | 'fail' | 'end', provider: Provider) {
  const now = new Date()
  if (outcome === 'renew') return provider.renew(id, now)
  if (outcome === 'fail') return provider.failRenewal(id, now)
  return provider.end(id)
}
