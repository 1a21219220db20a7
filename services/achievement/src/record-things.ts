import { isDuplicateKey } from '@prankpost/service-kit'
import { needed } from './achievements.ts'
import type { ProgressModel, Track } from './progress.model.ts'

/** One action of a customer. `hit` is the parcel, if the action is a pranked target. */
export interface Thing {
  track: Track
  key: string
  ownerId: string
  at: Date
  hit?: string
}

/** Records actions of customers; resolves when they are stored. */
export type RecordThings = (things: Thing[]) => Promise<void>

const maxAttempts = 3

/**
 * Creates the function that records actions of customers. Each write is a union or a minimum, so copies change nothing
 * and the order does not matter; an interrupted write is completed when the event is redelivered.
 */
export function createRecorder(progress: ProgressModel): RecordThings {
  return async (things) => {
    if (things.length === 0) return
    for (let attempt = 1; ; attempt++) {
      try {
        await progress.bulkWrite(things.map(writeOf), { ordered: false })
        return
      } catch (error) {
        // Two concurrent upserts of one key: the one that failed finds the document on its next attempt.
        if (!isDuplicateKey(error) || attempt === maxAttempts) throw error
      }
    }
  }
}

const writeOf = (thing: Thing) => ({
  updateOne: {
    filter: { _id: `${thing.track}:${thing.key}` },
    update: thing.hit === undefined ? first(thing) : withHit(thing, thing.hit),
    upsert: true,
  },
})

const first = ({ ownerId, track, at }: Thing) => ({
  $setOnInsert: { ownerId, track, count: 1 },
  $min: { at },
})

/**
 * Adds a parcel to its target and keeps only the earliest parcels that the achievement requires, so the document stays
 * small.
 */
function withHit({ ownerId, track, at }: Thing, id: string) {
  const hits = { $ifNull: ['$hits', []] }
  const all = { $sortArray: { input: { $concatArrays: [hits, [{ id, at }]] }, sortBy: { at: 1, id: 1 } } }
  const isKnown = { $in: [id, { $ifNull: ['$hits.id', []] }] }
  return [
    { $set: { ownerId, track, hits: { $cond: [isKnown, hits, { $slice: [all, needed(track)] }] } } },
    { $set: { count: { $size: '$hits' }, at: { $last: '$hits.at' } } },
  ]
}
