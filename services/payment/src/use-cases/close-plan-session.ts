import type { Deps } from '../deps.ts'
import { closeSessions } from './close-sessions.ts'

/**
 * Ensures that a plan that its customer replaced by another one can no longer be paid. `closed` is false when it was
 * paid, or can still be paid. Safe to repeat.
 * @throws 503 when Stripe is unavailable
 */
export async function closePlanSession(
  { planId }: { planId: string },
  deps: Deps,
): Promise<{ closed: boolean }> {
  return { closed: await closeSessions({ id: planId, kind: 'plan' }, deps) }
}
