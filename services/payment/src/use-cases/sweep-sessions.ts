import type { Deps } from '../deps.ts'
import type { Payment } from '../payment.model.ts'
import { settleSession } from './settle-session.ts'

/**
 * Asks Stripe about the sessions of one payment that nobody reported, first some 20 s after they
 * were made and then at doubling intervals until they end. Answers whether there was one due.
 */
export async function sweepSessions(deps: Deps): Promise<boolean> {
  const due = await claimDue(deps)
  if (due === null) return false
  for (const { id, status } of due.sessions) {
    if (id !== null && (status === 'open' || status === 'refund_due')) await settleSession(id, deps)
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
