import type { Deps } from '../deps.ts'
import { closeSessions } from './close-sessions.ts'

/**
 * Makes sure that a plan which its customer gave up for another cannot be paid any more. Not `closed` when its money
 * has come, or may still come. Safe to repeat.
 * @throws 503 when Stripe is unavailable
 */
export async function closePlanSession(
  { planId }: { planId: string },
  deps: Deps,
): Promise<{ closed: boolean }> {
  return { closed: await closeSessions({ id: planId, kind: 'plan' }, deps) }
}
