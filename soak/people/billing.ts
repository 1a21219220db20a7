import { setTimeout as sleep } from 'node:timers/promises'
import type { Random } from '../../bench/random.ts'
import type { StripeSandbox } from '../../ledgers/index.ts'
import type { Shop } from './shop.ts'

/** A plan that Stripe bills, with the result of the last attempt. */
interface BilledPlan {
  id: string
  isPastDue: boolean
}

/** What happens to a plan when its next month is due, and how often. */
const outcomes = [
  ['renew', 82],
  ['fail', 14],
  ['end', 4],
] as const

/**
 * Stripe's calendar, accelerated: bills one of the plans every `everyMs`, as if a month had passed. Some payments fail
 * (most of these plans are paid later) and some plans end. Stripe's ledger has the results.
 */
export async function billPlans(
  sandbox: StripeSandbox,
  { everyMs }: { everyMs: number },
  random: Random,
  shop: Shop,
): Promise<void> {
  const plans = new Map<string, BilledPlan>()
  while (!shop.isOver()) {
    await sleep(everyMs)
    await updatePlans(plans, sandbox).catch(() => undefined)
    const [plan] = random.shuffled([...plans.values()])
    if (plan === undefined) continue
    const outcome = plan.isPastDue && random.happens(0.7) ? 'renew' : random.weighted(outcomes)
    try {
      await bill(plan, outcome, sandbox)
      shop.journal.note('billed', { stripeId: plan.id, outcome })
    } catch {
      // The plan ended meanwhile, or there was no answer: Stripe's ledger has the result.
    }
  }
}

async function updatePlans(plans: Map<string, BilledPlan>, sandbox: StripeSandbox): Promise<void> {
  const running = await sandbox.runningPlans()
  const ids = new Set(running.map(({ id }) => id))
  for (const id of plans.keys()) if (!ids.has(id)) plans.delete(id)
  for (const { id, status } of running) plans.set(id, { id, isPastDue: status === 'past_due' })
}

async function bill({ id }: BilledPlan, outcome: 'renew' | 'fail' | 'end', sandbox: StripeSandbox) {
  const now = new Date()
  if (outcome === 'renew') return sandbox.renew(id, now)
  if (outcome === 'fail') return sandbox.failRenewal(id, now)
  return sandbox.end(id)
}
