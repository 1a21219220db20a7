import { randomBytes } from 'node:crypto'
import { availableParallelism } from 'node:os'
import { hash, verify } from '@node-rs/argon2'
import { addressKey } from '@prankpost/service-kit'
import { createSlots, type WithSlot } from './slots.ts'

/** The minimum in OWASP's Password Storage Cheat Sheet for argon2id (the library's default type). */
const cost = { memoryCost: 19_456, timeCost: 2, parallelism: 1 }

/** Hashes and checks passwords. Each hash takes about 20 ms of a core and 19 MiB, so few run at once. */
export interface Passwords {
  /**
   * Runs work in a hashing slot for a caller's address. Make decisions that must come right before a check inside
   * `work`.
   */
  withSlot: WithSlot
  hash(password: string): Promise<string>
  /** Takes equally long for null (an unknown account) and a known account. Never true for null. */
  matches(passwordHash: string | null, password: string): Promise<boolean>
}

export interface PasswordOptions {
  /** How many hashes of one address may wait. */
  maxWaitingOfAddress: number
  /** How long the last of the waiting hashes may wait. */
  maxWaitMs: number
}

/** Creates the hasher of a process and measures how long a hash takes on this machine. */
export async function createPasswords({
  maxWaitingOfAddress,
  maxWaitMs,
}: PasswordOptions): Promise<Passwords> {
  const startedAt = performance.now()
  const dummyHash = await hash(randomBytes(24).toString('base64'), cost)
  const workMs = performance.now() - startedAt
  // One core stays free for everything else, because a hash occupies a whole core.
  const slots = Math.max(1, availableParallelism() - 1)
  const withSlot = createSlots({ slots, maxWaitingOfKey: maxWaitingOfAddress, maxWaitMs, workMs })
  return {
    withSlot: (address, work) => withSlot(addressKey(address), work),
    hash: (password) => hash(password, cost),
    async matches(passwordHash, password) {
      const isRight = await verify(passwordHash ?? dummyHash, password)
      return isRight && passwordHash !== null
    },
  }
}
