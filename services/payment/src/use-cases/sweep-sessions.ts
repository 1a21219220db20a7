import { checkpoint } from '@prankpost/messaging'
import { countReconciled } from '@prankpost/service-kit'
import type { Deps } from '../deps.ts'
import type { Payment } from '../payment.model.ts'
import { settleSession } from './settle-session.ts'

const unreported = 'session-unreported'
countReconciled(unreported, 0)

/**
 * Asks Stripe about the sessions of one payment that nobody reported, first some 20 s after they
 * were made and then at doubling intervals until they end. One that turns out to be paid is counted: no
 * webhook and no success page told of it. Answers whether there was one due.
 */
export async function sweepSessions(deps: Deps): Promise<boolean> {
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
  const now = new Date()
  const wait = { $multiply: [sweepAfterMs, { $pow: [2, { $min: ['$sweeps', 16] }] }] }
  return payments
    .findOneAndUpdate(
      { sweepAt: { $lte: now } },
      [{ $set: { sweeps: { $add: ['$sweeps', 1] } } }, { $set: { sweepAt: { $add: [now, wait] } } }],
      { sort: { sweepAt: 1 }, updatePipeline: true },
    )
    .lean()
}
