import { tooMany } from '@prankpost/service-kit'
import type { Connection } from 'mongoose'
import { RateLimiterMongo, RateLimiterRes } from 'rate-limiter-flexible'

const collectionName = 'limits'

/** A count per key and time window that all replicas share. */
export interface Limit {
  /** Counts one, atomically. Answers the seconds to wait when that was one too many, else null. */
  count(key: string): Promise<number | null>
  /** Takes one back. */
  giveBack(key: string): Promise<void>
  /** The seconds to wait when the limit is used up, else null; counts nothing. */
  waitFor(key: string): Promise<number | null>
}

export interface Limits {
  adminFailures: Limit
  loginFailures: Limit
  registrations: Limit
  /** Makes the indexes; safe to repeat and to run in several replicas at once. */
  prepare(): Promise<void>
  /** Deletes what is over, for servers whose TTL monitor does not. Answers false: one round is enough. */
  sweep(): Promise<false>
}

/** The limits of auth in its own database; no sessions or transactions are needed. */
export function createLimits(
  connection: Connection,
  { loginFailures, registrations }: { loginFailures: number; registrations: number },
): Limits {
  const store = (keyPrefix: string, points: number, minutes: number) =>
    new RateLimiterMongo({
      storeClient: connection.getClient(),
      dbName: connection.name,
      tableName: collectionName,
      disableIndexesCreation: true,
      keyPrefix,
      points,
      duration: minutes * 60,
    })
  const admin = store('admin', 5, 15)
  return {
    adminFailures: toLimit(admin),
    loginFailures: toLimit(store('login', loginFailures, 15)),
    registrations: toLimit(store('register', registrations, 10)),
    prepare: () => admin.createIndexes(),
    async sweep() {
      await connection.collection(collectionName).deleteMany({ expire: { $lt: new Date() } })
      return false
    },
  }
}

function toLimit(limiter: RateLimiterMongo): Limit {
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
    async giveBack(key) {
      await limiter.reward(key)
    },
    async waitFor(key) {
      const state = await limiter.get(key)
      return state !== null && state.consumedPoints >= limiter.points ? seconds(state) : null
    },
  }
}

const seconds = ({ msBeforeNext }: RateLimiterRes) => Math.max(1, Math.ceil(msBeforeNext / 1000))

/** Refuses when there is something to wait for. @throws 429 with Retry-After */
export function refuseIf(waitSeconds: number | null, what: string): void {
  if (waitSeconds === null) return
  const minutes = Math.ceil(waitSeconds / 60)
  const time = minutes === 1 ? 'a minute' : `${minutes} minutes`
  throw tooMany(`${what} Please try again in ${time}.`, waitSeconds)
}
