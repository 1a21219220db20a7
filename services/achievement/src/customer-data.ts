import type { PersonalData } from '@prankpost/service-kit'
import type { Deps } from './deps.ts'

/** The personal data in achievement: the counted entries, deleted with the account. */
export function personalData({ progress }: Pick<Deps, 'progress'>): PersonalData {
  return {
    async *collect({ ownerId }) {
      const counted = progress.find({ ownerId }, { track: 1, count: 1, at: 1 }).lean().cursor()
      for await (const { _id, track, count, at } of counted) yield { id: _id, track, count, at }
    },
    async count({ ownerId }) {
      const count = await progress.countDocuments({ ownerId })
      return [{ what: 'Things counted for achievements', outcome: 'deleted', count }]
    },
    async erase({ ownerId }) {
      await progress.deleteMany({ ownerId })
      return { done: true }
    },
  }
}
