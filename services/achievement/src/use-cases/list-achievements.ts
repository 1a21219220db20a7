import type { Achievement } from '@prankpost/contracts'
import { achievements, needed } from '../achievements.ts'
import type { Deps } from '../deps.ts'
import { type Track, tracks } from '../progress.model.ts'

/**
 * All achievements with the progress of the customer. The date of an unlocked achievement is the date of the action
 * that completed it, in the order in which the actions happened.
 */
export async function listAchievements(
  { ownerId }: { ownerId: string },
  { progress }: Pick<Deps, 'progress'>,
): Promise<Achievement[]> {
  const dates = new Map(
    await Promise.all(tracks.map(async (track) => [track, await datesOf(track, ownerId, progress)] as const)),
  )
  return achievements.map(({ track, maxProgress, ...shown }) => {
    const done = dates.get(track) ?? []
    const completedAt = done[maxProgress - 1]
    return {
      ...shown,
      unlocked: completedAt !== undefined,
      progress: Math.min(done.length, maxProgress),
      maxProgress,
      unlockedDate: completedAt?.toISOString() ?? null,
    }
  })
}

/** The dates of the first actions of a track, as many as any achievement requires. */
async function datesOf(track: Track, ownerId: string, progress: Deps['progress']): Promise<Date[]> {
  const found = await progress
    .find({ ownerId, track }, { _id: 0, at: 1, hits: 1 })
    .sort({ count: -1, at: 1 })
    .limit(track === 'target' ? 1 : needed(track))
    .lean()
  return found.flatMap(({ at, hits }) => hits?.map((hit) => hit.at) ?? [at])
}
