import { isDuplicateKey } from '@prankpost/service-kit'
import { needed } from './achievements.ts'
import type { ProgressModel, Track } from './progress.model.ts'

/** One thing that a customer did. `hit` is the parcel, where the thing is a pranked target. */
export interface Thing {
  track: Track
  key: string
  ownerId: string
  at: Date
  hit?: string
}

/** Records what a customer did; resolves when it is kept. */
export type RecordThings = (things: Thing[]) => Promise<void>

const maxAttempts = 3

/**
 * Makes the function that records what customers did. Each write is a union or a minimum, so copies change nothing and
 * the order does not matter; a write that was cut short is completed when the event is redelivered.
 */
export function createRecorder(progress: ProgressModel): RecordThings {
  return async (things) => {
    if (things.length === 0) return
    for (let attempt = 1; ; attempt++) {
      try {
        await progress.bulkWrite(things.map(writeOf), { ordered: false })
        return
      } catch (error) {
        // Two upserts of one key at once: the loser finds the document on its next try.
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

/** Adds a parcel to its target and keeps the earliest that the achievement asks for: growth ends there. */
function withHit({ ownerId, track, at }: Thing, id: string) {
  const hits = { $ifNull: ['$hits', []] }
  const all = { $sortArray: { input: { $concatArrays: [hits, [{ id, at }]] }, sortBy: { at: 1, id: 1 } } }
  const isKnown = { $in: [id, { $ifNull: ['$hits.id', []] }] }
  return [
    { $set: { ownerId, track, hits: { $cond: [isKnown, hits, { $slice: [all, needed(track)] }] } } },
    { $set: { count: { $size: '$hits' }, at: { $last: '$hits.at' } } },
  ]
}
