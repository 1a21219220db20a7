import { randomInt } from 'node:crypto'
import { isDuplicateKey } from '../errors.ts'

/** Each failed attempt means that another call took a slot. This many fail only while all slots are being taken. */
const maxAttempts = 100

export interface SlotsOptions {
  /** The field that stores the slot; it needs its own unique sparse index. */
  field: string
  ownerId: string
  /** How many slots an owner has. */
  limit: number
  /** Releases the owner's slots that are no longer needed, and returns those that are still taken. */
  held: () => Promise<string[]>
}

/**
 * Limits how many documents of one owner hold a slot at the same time. `write` stores a document with the given slot.
 * The slot is part of the document and its index is unique, so parallel calls cannot take more slots than there are,
 * and a process that dies leaves no slot taken without its document. Returns null when all slots are taken.
 * @example await inFreeSlot({ field: 'openSlot', ownerId, limit: 10, held }, (openSlot) => insert({ ...payment, openSlot }))
 * @throws what `write` throws for any other reason
 */
export async function inFreeSlot<T>(
  { field, ownerId, limit, held }: SlotsOptions,
  write: (slot: string) => Promise<T>,
): Promise<T | null> {
  // Most owners hold few slots: a random slot is nearly always free, and nothing has to be read first.
  let slot: string | null = slotOf(ownerId, randomInt(limit))
  for (let attempt = 0; attempt < maxAttempts && slot !== null; attempt++) {
    try {
      return await write(slot)
    } catch (error) {
      if (!isTaken(error, field)) throw error
      slot = freeSlot(ownerId, limit, new Set(await held()))
    }
  }
  return null
}

/** Whether a write failed because the value of this field, which has its own unique index, is already taken. */
export const isTaken = (error: unknown, field: string): boolean =>
  isDuplicateKey(error) && String((error as Error).message).includes(` index: ${field}_1 `)

/** A filter for all slots of an owner; it uses the field's index. */
export const slotsOf = (ownerId: string) => ({ $gte: `${ownerId}.`, $lt: `${ownerId}/` })

const slotOf = (ownerId: string, n: number) => `${ownerId}.${n}`

function freeSlot(ownerId: string, limit: number, held: Set<string>): string | null {
  const first = randomInt(limit)
  for (let n = 0; n < limit; n++) {
    const slot = slotOf(ownerId, (first + n) % limit)
    if (!held.has(slot)) return slot
  }
  return null
}
