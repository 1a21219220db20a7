import { randomBytes } from 'node:crypto'
import { availableParallelism } from 'node:os'
import { hash, verify } from '@node-rs/argon2'
import { addressKey } from '@prankpost/service-kit'
import { createSlots, type WithSlot } from './slots.ts'

/** The least that OWASP's Password Storage Cheat Sheet asks of argon2id (the library's default kind). */
const cost = { memoryCost: 19_456, timeCost: 2, parallelism: 1 }

/** Hashes and checks passwords; each takes some 20 ms of a core and 19 MiB, so few run at once. */
export interface Passwords {
  /** The place where hashing happens, for a caller's address: what must be decided right before a check belongs inside. */
  withSlot: WithSlot
  hash(password: string): Promise<string>
  /** Takes as long for null, an unknown account, as for a known one. Never true for null. */
  matches(passwordHash: string | null, password: string): Promise<boolean>
}

export interface PasswordOptions {
  /** How many hashes of one address may wait. */
  maxWaitingOfAddress: number
  /** How long the last of the waiting hashes may wait. */
  maxWaitMs: number
}

/** Makes the hasher of one process, and measures what a hash takes here. */
export async function createPasswords({
  maxWaitingOfAddress,
  maxWaitMs,
}: PasswordOptions): Promise<Passwords> {
  const startedAt = performance.now()
  const nobodys = await hash(randomBytes(24).toString('base64'), cost)
  const workMs = performance.now() - startedAt
  // One core is left for everything else: a hash takes the whole of one.
  const slots = Math.max(1, availableParallelism() - 1)
  const withSlot = createSlots({ slots, maxWaitingOfKey: maxWaitingOfAddress, maxWaitMs, workMs })
  return {
    withSlot: (address, work) => withSlot(addressKey(address), work),
    hash: (password) => hash(password, cost),
    async matches(passwordHash, password) {
      const isRight = await verify(passwordHash ?? nobodys, password)
      return isRight && passwordHash !== null
    },
  }
}
