import { checkpoint, databaseNow } from '@prankpost/messaging'
import { allDone, countReconciled, isOutage } from '@prankpost/service-kit'
import type { Deps } from '../deps.ts'
import type { Payment } from '../payment.model.ts'
import { completeRefunds } from './request-refund.ts'
import { settleSession } from './settle-session.ts'

const unreported = 'session-unreported'
countReconciled(unreported, 0)

/** How many sessions are read at the same time. At 0.2 s per call this makes 25 calls a second. */
const concurrency = 5

/**
 * Reads unreported sessions from Stripe, first about 20 s after they were created and then at doubling intervals until
 * they end. One round reads `sweepReadsPerSecond` of the due sessions, several at once; the others wait for the next
 * round. Stripe's rate limit is for the whole account (100 calls a second in live mode, 25 in test mode, and 25 of one
 * kind), and customers who pay have priority. A session that turns out to be paid is counted as reconciled, because no
 * webhook and no success page reported it. Returns whether any session was due.
 * @see https://docs.stripe.com/rate-limits
 * @throws the first error, after the round; the other sessions are still settled, unless Stripe is unavailable
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
        // During an outage, each further claim would only delay the next check of its session.
        if (isOutage(error)) left = 0
      }
    }
    if (failures.length > 0) throw failures[0]
  }
  await allDone(Array.from({ length: concurrency }, sweep))
  return wasDue
}

/** Settles the sessions, and completes the refunds, of the payment that has been due the longest, if there is one. */
async function sweepPayment(deps: Deps): Promise<boolean> {
  const due = await claimDue(deps)
  if (due === null) return false
  checkpoint('payment:sweep-claimed')
  for (const { id, status } of due.sessions) {
    if (id === null || (status !== 'open' && status !== 'refund_due')) continue
    const isPaid = (await settleSession(id, deps)) === 'paid'
    if (isPaid && status === 'open') countReconciled(unreported)
  }
  await completeRefunds(due, deps)
  return true
}

/** Claims a due payment by moving its next date ahead, so that replicas do not read the same sessions at once. */
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
