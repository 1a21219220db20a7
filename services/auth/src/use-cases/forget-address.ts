import type { Deps } from '../deps.ts'

/** How long a receipt may wait for its mail: the address is not kept for one that never takes it. */
const receiptDays = 30
const lateMs = 60 * 60_000

/** Takes the address away to which a receipt was sent. Safe to repeat. */
export async function forgetAddress(
  { ownerId }: { ownerId: string },
  { users }: Pick<Deps, 'users'>,
): Promise<{ forgotten: true }> {
  // Only once it is complete: before that somebody still asks for it.
  await users.updateOne(
    { _id: ownerId, 'deletion.erasedAt': { $ne: null } },
    { $unset: { 'deletion.email': 1 }, $inc: { revision: 1 } },
  )
  return { forgotten: true }
}

/**
 * Takes addresses away whose receipts nobody could be given in 30 days, and warns of deletions that some
 * service has not answered within the hour: its dead letters say why. Answers false: one round is enough.
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
    log.error(
      { receipt, answered: Object.keys(answers) },
      'a deletion waits for services that have not answered',
    )
  }
  return false
}
