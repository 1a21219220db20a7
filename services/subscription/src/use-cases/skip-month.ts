import type { Subscription } from '@prankpost/contracts'
import { conflict } from '@prankpost/service-kit'
import { pauseEnd } from '../billing-dates.ts'
import type { Deps } from '../deps.ts'
import { toDto } from '../plan.dto.ts'
import { type OwnPlan, readChangeablePlan } from './own-plan.ts'
import { nextInvoiceAt, pausePlan } from './pause-plan.ts'

/**
 * Skips the next month of a plan: a pause that covers exactly the next invoice. A repeat before that invoice finds it
 * skipped; after a crash it works like a pause.
 * @throws 404 for a plan of another customer, 409 when it is paused, has ended or is past due, 503 when payment or Stripe
 * is unavailable
 */
export async function skipMonth(own: OwnPlan, deps: Deps): Promise<Subscription> {
  const plan = await readChangeablePlan(own, deps)
  if (!plan.pausedUntil) return pausePlan({ ...own, months: 1 }, deps)
  const isSkipped = plan.pausedUntil.getTime() === pauseEnd(plan, nextInvoiceAt(plan), 1).getTime()
  if (!isSkipped) throw conflict('Your plan is paused. Resume it first, or choose a longer pause.')
  return toDto(plan)
}
