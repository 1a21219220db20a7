import { createHash } from 'node:crypto'
import type { Contact as ContactDto, NewContactInput } from '@prankpost/contracts'
import { conflict, unlessDuplicate } from '@prankpost/service-kit'
import { Types } from 'mongoose'
import { refuseNotFound } from '../address-check.ts'
import { maxContacts, toDto } from '../contact.model.ts'
import { type Deps, emit } from '../deps.ts'

/**
 * Adds a target to a customer's address book and emits contact-saved. A repeated call with the same idempotency key and the
 * same fields, also a concurrent one, adds nothing and returns the target as it is now. The book never holds more than 500: each
 * target takes a free slot under a unique key, so concurrent calls cannot exceed the limit, and removing a target frees its slot.
 * @throws 409 when the book is full, or the target of a repeated call was removed; 400 when the address service does not know the
 *   address
 */
export async function addContact(
  { ownerId, input: { idempotencyKey, ...input } }: { ownerId: string; input: NewContactInput },
  { contacts, outbox, targetDigest, addressCheck }: Deps,
): Promise<ContactDto> {
  await refuseNotFound(input, addressCheck)
  const id = idempotencyKey ? idOf([ownerId, idempotencyKey, input]) : new Types.ObjectId().toHexString()
  const now = new Date()
  const fields = { ...input, _id: id, ownerId, createdAt: now, updatedAt: now }
  const target = targetDigest(fields)
  const saved = { contactId: id, ownerId, created: true, savedAt: now.toISOString(), target }
  for (;;) {
    const known = idempotencyKey ? await contacts.findById(id).lean() : null
    if (known?.removedAt) throw conflict('This target was removed already.')
    if (known) return toDto(known)
    const slot = await freeSlot(ownerId, contacts)
    const isNew = await unlessDuplicate(
      outbox.insert({ ...fields, slot }, [emit('contact-saved', id, saved)]),
    )
    // Otherwise another call took the slot, or added this target. The loop ends with a target, or with an error when the book is full.
    if (isNew) return toDto(fields)
  }
}

/** The id of what a call adds: 24 hexadecimal digits, equal for each of its repetitions. */
const idOf = (call: unknown) => createHash('sha256').update(JSON.stringify(call)).digest('hex').slice(0, 24)

/** Picks a free slot at random, so concurrent calls rarely pick the same one. */
async function freeSlot(ownerId: string, contacts: Deps['contacts']): Promise<number> {
  const taken = await contacts.find({ ownerId }, { _id: 0, slot: 1 }).lean()
  const used = new Set(taken.map(({ slot }) => slot))
  const free = Array.from({ length: maxContacts }, (_, slot) => slot).filter((slot) => !used.has(slot))
  const slot = free[Math.floor(Math.random() * free.length)]
  if (slot !== undefined) return slot
  throw conflict(
    `Your address book is full: it holds ${maxContacts} targets. Remove one before you add another.`,
  )
}
