import type { Deps } from '../deps.ts'

/** How long a receipt may wait for its mail. After that the address is removed, even if the mail was never accepted. */
const receiptDays = 30
const lateMs = 60 * 60_000

/** Removes the address to which a receipt was sent. Safe to repeat. */
export async function forgetAddress(
  { ownerId }: { ownerId: string },
  { users }: Pick<Deps, 'users'>,
): Promise<{ forgotten: true }> {
  // Only when the deletion is complete: until then the address is still needed.
  await users.updateOne(
    { _id: ownerId, 'deletion.erasedAt': { $ne: null } },
    { $unset: { 'deletion.email': 1 }, $inc: { revision: 1 } },
  )
  return { forgotten: true }
}

/**
 * Removes addresses whose receipt could not be sent in 30 days, and logs deletions that a service has not answered
 * within an hour; that service's dead letters show the reason. Always returns false: one round is enough.
 */
export async function sweepDeletions({ users, log }: Pick<Deps, 'users' | 'log'>): Promise<false> {
  const before = (ms: number) => new Date(Date.now() - ms)
  const isOver = { 'deletion.requestedAt': { $lt: before(receiptDays * 86_400_000) } }
  await users.updateMany(
    {
      ...isOver,
      $or: [{ 'deletion.email': { $exists: true } }, { 'deletion.successor': { $exists: true } }],
    },
    { $unset: { 'deletion.email': 1, 'deletion.successor': 1 }, $inc: { revision: 1 } },
  )
  const late = await users
    .find(
      {
        'deletion.requestedAt': { $lt: before(lateMs), $gt: before(365 * 86_400_000) },
        'deletion.erasedAt': null,
      },
      { deletion: 1 },
    )
    .limit(100)
    .lean()
  for (const { deletion } of late) {
    const { receipt, answers = {} } = deletion ?? {}
    log.error({ receipt, answered: Object.keys(answers) }, 'some services have not answered a deletion')
  }
  return false
}
