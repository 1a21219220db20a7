import { randomBytes } from 'node:crypto'
import { availableParallelism } from 'node:os'
import { hash, verify } from '@node-rs/argon2'
import { createSlots, type WithSlot } from './slots.ts'

/** The least that OWASP's Password Storage Cheat Sheet asks of argon2id (the library's default kind). */
const cost = { memoryCost: 19_456, timeCost: 2, parallelism: 1 }

/** Hashes and checks passwords; each takes some 20 ms of a core and 19 MiB, so few run at once. */
export interface Passwords {
  /** The place where hashing happens: what must be decided right before a check belongs inside. */
  withSlot: WithSlot
  hash(password: string): Promise<string>
  /** Takes as long for null, an unknown account, as for a known one. Never true for null. */
  matches(passwordHash: string | null, password: string): Promise<boolean>
}

/** Makes the hasher of one process. */
export async function createPasswords(slots = Math.max(2, availableParallelism())): Promise<Passwords> {
  const nobodys = await hash(randomBytes(24).toString('base64'), cost)
  return {
    withSlot: createSlots(slots, 1_000),
    hash: (password) => hash(password, cost),
    async matches(passwordHash, password) {
      const isRight = await verify(passwordHash ?? nobodys, password)
      return isRight && passwordHash !== null
    },
  }
}
