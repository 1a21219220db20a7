import type { Connection } from 'mongoose'
import { RateLimiterMemory, RateLimiterMongo, RateLimiterRes } from 'rate-limiter-flexible'
import { tooMany } from '../errors.ts'

const collectionName = 'limits'

/** A counter per key and time window, shared by all replicas. */
export interface Limit {
  /** Increments the counter atomically. Returns the seconds to wait if the limit is exceeded, else null. */
  count(key: string): Promise<number | null>
  /** Decrements the counter. */
  release(key: string): Promise<void>
  /** Resets the counter. */
  clear(key: string): Promise<void>
  /** Returns the seconds to wait if the limit is used up, else null. Does not count. */
  waitFor(key: string): Promise<number | null>
}

/** Keys that were marked recently, shared by all replicas. */
export interface Marks {
  /** Marks a key. The full time starts again. */
  set(key: string): Promise<void>
  has(key: string): Promise<boolean>
}

/** The limits of a service, in its own database; they need no sessions or transactions. */
export interface LimitStore {
  /** The limit with this name: `points` in each fixed window of `minutes`, which starts with the first count. */
  limit(name: string, points: number, minutes: number): Limit
  /** The marks with this name; each lasts `minutes` after it was last set. */
  marks(name: string, minutes: number): Marks
  /** Creates the indexes; safe to repeat and to run in several replicas at once. */
  prepare(): Promise<void>
}

/** Keeps limits in the collection `limits` of a connection. */
export function createLimitStore(connection: Connection): LimitStore {
  const limiter = (keyPrefix: string, points: number, minutes: number) =>
    new RateLimiterMongo({
      storeClient: connection.getClient(),
      dbName: connection.name,
      tableName: collectionName,
      disableIndexesCreation: true,
      keyPrefix,
      points,
      duration: minutes * 60,
    })
  return {
    limit: (name, points, minutes) => toLimit(limiter(name, points, minutes)),
    marks(name, minutes) {
      const marked = limiter(name, 1, minutes)
      return {
        async set(key) {
          await marked.set(key, 1, minutes * 60)
        },
        has: async (key) => (await marked.get(key)) !== null,
      }
    },
    prepare: () => limiter('', 1, 1).createIndexes(),
  }
}

/**
 * A limit in the memory of this process, for keys that must not be stored: each replica counts for itself, and a restart
 * forgets them.
 */
export const createMemoryLimit = (points: number, minutes: number): Limit =>
  toLimit(new RateLimiterMemory({ points, duration: minutes * 60 }))

function toLimit(limiter: RateLimiterMemory | RateLimiterMongo): Limit {
  return {
    async count(key) {
      try {
        await limiter.consume(key)
        return null
      } catch (refusal) {
        if (refusal instanceof RateLimiterRes) return seconds(refusal)
        throw refusal
      }
    },
    async release(key) {
      await limiter.reward(key)
    },
    async clear(key) {
      await limiter.delete(key)
    },
    async waitFor(key) {
      const state = await limiter.get(key)
      return state !== null && state.consumedPoints >= limiter.points ? seconds(state) : null
    },
  }
}

const seconds = ({ msBeforeNext }: RateLimiterRes) => Math.max(1, Math.ceil(msBeforeNext / 1000))

/** Refuses a call that has to wait; `null` means no wait. @throws 429 with Retry-After */
export function refuseIf(waitSeconds: number | null, what: string): void {
  if (waitSeconds === null) return
  const minutes = Math.ceil(waitSeconds / 60)
  const time = minutes === 1 ? 'a minute' : `${minutes} minutes`
  throw tooMany(`${what} Please try again in ${time}.`, waitSeconds)
}
