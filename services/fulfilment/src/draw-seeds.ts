import { createHash, randomBytes } from 'node:crypto'
import { checkpoint } from '@prankpost/messaging'
import { unlessDuplicate } from '@prankpost/service-kit'
import type { DrawSeed, DrawSeedModel } from './draw-seed.model.ts'

/** The months that are committed ahead of the present one. */
const monthsAhead = 2

/** The seeds of the draws, one for each calendar month in UTC. */
export interface DrawSeeds {
  /** The seed of the present month. It is created if nothing committed it before; its time then says that it came late. */
  present(): Promise<DrawSeed>
  /** Commits the present month and the next ones. A repeat, also of another replica, changes nothing. */
  commit(): Promise<false>
}

/** Creates the seeds from secure random numbers. */
export function createDrawSeeds(seeds: DrawSeedModel, now: () => Date): DrawSeeds {
  /** A seed never changes. */
  const known = new Map<string, DrawSeed>()

  async function ensure(month: string): Promise<DrawSeed> {
    const cached = known.get(month)
    if (cached !== undefined) return cached
    const found = (await seeds.findById(month).lean<DrawSeed>()) ?? (await insert(month))
    known.set(month, found)
    return found
  }

  async function insert(month: string): Promise<DrawSeed> {
    const seed = randomBytes(32).toString('hex')
    const committed = { _id: month, seed, commitment: commitmentOf(seed), committedAt: now() }
    if (await unlessDuplicate(seeds.create(committed))) checkpoint('fulfilment:draw-committed')
    const stored = await seeds.findById(month).lean<DrawSeed>()
    if (stored === null) throw new Error(`the seed of ${month} is missing`)
    return stored
  }

  return {
    present: () => ensure(monthOf(now())),
    async commit() {
      for (let ahead = 0; ahead <= monthsAhead; ahead++) await ensure(monthOf(now(), ahead))
      return false
    },
  }
}

/** The hash that is published before the month. */
export const commitmentOf = (seed: string): string => createHash('sha256').update(seed).digest('hex')

/** The month of a time in UTC, or one that many months later. */
export function monthOf(at: Date, later = 0): string {
  const first = new Date(Date.UTC(at.getUTCFullYear(), at.getUTCMonth() + later, 1))
  return first.toISOString().slice(0, 7)
}

/** When the month is over. */
export function endOf(month: string): Date {
  const [year = 0, number = 1] = month.split('-').map(Number)
  return new Date(Date.UTC(year, number, 1))
}
