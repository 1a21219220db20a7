import type { Db } from 'mongodb'
import type { Entry } from './comparison.ts'
import { readDocuments } from './documents.ts'
import type { Comparer } from './evidence.ts'
import { monthEntries, planEntries } from './stripe.ts'

/** A prank, a paid month or a plan that the achievement service counted for a customer. */
export interface StoredProgress {
  /** `track:key` */
  _id: string
  ownerId: string
  track: string
}

export const readProgress = (database: Db) =>
  readDocuments<StoredProgress>(database, 'progress', ['ownerId', 'track'], {
    track: { $in: ['prank', 'month', 'plan'] },
  })

/** Every paid month and every plan counts once, for its owner. */
export const compareAchievements: Comparer = ({ stripe, shop: { progress } }) => {
  const counted = (track: string) =>
    progress
      .filter((one) => one.track === track)
      .map(({ _id, ownerId }): Entry => [_id.slice(track.length + 1), { ownerId }])
  return [
    {
      name: 'months in achievement',
      expected: monthEntries(stripe, (_month, { ownerId }) => ({ ownerId })),
      actual: counted('month'),
    },
    {
      name: 'plans in achievement',
      expected: planEntries(stripe, ({ ownerId }) => ({ ownerId })),
      actual: counted('plan'),
    },
  ]
}
