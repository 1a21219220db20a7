import { checkpoint, databaseNow } from '@prankpost/messaging'
import { allDone, countReconciled, isOutage } from '@prankpost/service-kit'
import type { Deps } from '../deps.ts'
import type { Payment } from '../payment.model.ts'
import { settleSession } from './settle-session.ts'

const unreported = 'session-unreported'
countReconciled(unreported, 0)

/** Sessions that are read at the same time. At 0.2 s for an answer that makes 25 a second. */
const atOnce = 5

/**
 * Asks Stripe about sessions that nobody reported, first some 20 s after they were made and then at doubling
 * intervals until they end. One round reads `sweepReadsPerSecond` of those that are due, several at once: Stripe's
 * rate limit is for the whole account (100 calls a second in live mode, 25 in test mode, and 25 of one kind), and
 * customers who pay come first. What is due beyond that waits for the next round. A session that turns out to be
 * paid is counted: no webhook and no success page reported it. Answers whether any was due.
 * @see https://docs.stripe.com/rate-limits
 * @throws the first failure, once the round is done; the others are settled, unless Stripe is unavailable
 */
export async function sweepSessions(deps: Deps): Promise<boolean> {
  let left = deps.sweepReadsPerSecond
  let wasDue = false
  const sweep = async () => {
    const failures: unknown[] = []
    while (left > 0) {
      left -= 1
      try {
        if (!(await sweepPayment(deps))) break
        wasDue = true
      } catch (error) {
        failures.push(error)
        // Each further question would only put off the next one about its session.
        if (isOutage(error)) left = 0
      }
    }
    if (failures.length > 0) throw failures[0]
  }
  await allDone(Array.from({ length: atOnce }, sweep))
  return wasDue
}

/** Asks about the sessions of the payment that is due longest. Answers whether there was one. */
async function sweepPayment(deps: Deps): Promise<boolean> {
  const due = await claimDue(deps)
  if (due === null) return false
  checkpoint('payment:sweep-claimed')
  for (const { id, status } of due.sessions) {
    if (id === null || (status !== 'open' && status !== 'refund_due')) continue
    const isPaid = (await settleSession(id, deps)) === 'paid'
    if (isPaid && status === 'open') countReconciled(unreported)
  }
  return true
}

/** Pushes the next date ahead as it takes the payment, so that replicas do not ask the same at once. */
async function claimDue({ payments, sweepAfterMs }: Deps): Promise<Payment | null> {
  const now = databaseNow(payments.db)
  const wait = { $multiply: [sweepAfterMs, { $pow: [2, { $min: ['$sweeps', 16] }] }] }
  return payments
    .findOneAndUpdate(
      { sweepAt: { $lte: now } },
      [{ $set: { sweeps: { $add: ['$sweeps', 1] } } }, { $set: { sweepAt: { $add: [now, wait] } } }],
      { sort: { sweepAt: 1 }, updatePipeline: true },
    )
    .lean()
}
