import type { Deps } from '../deps.ts'

/** Deletes removed targets whose events are all sent. Always returns false: one round is enough. */
export async function sweepRemoved({ contacts }: Pick<Deps, 'contacts'>): Promise<false> {
  await contacts.deleteMany({ removedAt: { $exists: true }, outboxDueAt: { $exists: false } })
  return false
}
