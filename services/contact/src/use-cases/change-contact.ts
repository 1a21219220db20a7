import { type Contact as ContactDto, type ContactInput, zipMismatch } from '@prankpost/contracts'
import { invalid, notFound } from '@prankpost/service-kit'
import { refuseNotFound } from '../address-check.ts'
import type { Contact } from '../contact.model.ts'
import { toDto } from '../contact.model.ts'
import { type Deps, emit } from '../deps.ts'

/**
 * Changes a customer's target and emits contact-saved, in one write. A repeat changes nothing and emits nothing.
 * A changed address is checked before: of two changes at the same moment, each was checked with what was stored before.
 * @throws 404 when it does not exist or belongs to another customer; 400 when the ZIP code would not be in the state, or
 * the address service does not know the address
 */
export async function changeContact(
  { ownerId, id, patch }: { ownerId: string; id: string; patch: Partial<ContactInput> },
  { contacts, outbox, addressCheck }: Pick<Deps, 'contacts' | 'outbox' | 'addressCheck'>,
): Promise<ContactDto> {
  const stored = await contacts.findOne({ _id: id, ownerId }).lean()
  if (stored !== null && changesAddress(stored, patch)) {
    checkZip(stored, patch)
    await refuseNotFound({ ...stored, ...patch }, addressCheck)
  }
  const result = await outbox.change({ _id: id, ownerId }, (contact) => {
    if (hasValues(contact, patch)) return null
    checkZip(contact, patch)
    const updatedAt = new Date()
    const saved = { contactId: id, ownerId, created: false, savedAt: updatedAt.toISOString() }
    return { update: { $set: { ...patch, updatedAt } }, events: [emit('contact-saved', id, saved)] }
  })
  if (result === null) throw notFound('This target is not in your address book.')
  return toDto({ ...result.document, ...patch })
}

const addressParts = ['address', 'address2', 'city', 'state', 'zipCode'] as const

function changesAddress(contact: Contact, patch: Partial<ContactInput>): boolean {
  return addressParts.some((part) => part in patch && (contact[part] ?? null) !== patch[part])
}

/** A target stored under earlier rules can still be changed in its other fields. */
function checkZip(contact: Contact, patch: Partial<ContactInput>): void {
  if (patch.zipCode === undefined && patch.state === undefined) return
  const message = zipMismatch({ ...contact, ...patch })
  if (message !== null) throw invalid(`${message}.`, [{ path: 'zipCode', message }])
}

function hasValues(contact: Contact, patch: Partial<ContactInput>): boolean {
  const keys = Object.keys(patch) as (keyof ContactInput)[]
  return keys.every((key) => (contact[key] ?? null) === patch[key])
}
