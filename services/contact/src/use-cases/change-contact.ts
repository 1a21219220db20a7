import type { Contact as ContactDto, ContactInput } from '@prankpost/contracts'
import { notFound } from '@prankpost/service-kit'
import type { Contact } from '../contact.model.ts'
import { toDto } from '../contact.model.ts'
import { type Deps, emit } from '../deps.ts'

/**
 * Changes a customer's target and emits contact-saved. A repeat changes nothing and emits nothing.
 * @throws 404 when it does not exist or belongs to another customer
 */
export async function changeContact(
  { ownerId, id, patch }: { ownerId: string; id: string; patch: Partial<ContactInput> },
  { outbox }: Pick<Deps, 'outbox'>,
): Promise<ContactDto> {
  const result = await outbox.change({ _id: id, ownerId }, (contact) => {
    if (hasValues(contact, patch)) return null
    const updatedAt = new Date()
    const saved = { contactId: id, ownerId, created: false, savedAt: updatedAt.toISOString() }
    return { update: { $set: { ...patch, updatedAt } }, events: [emit('contact-saved', id, saved)] }
  })
  if (result === null) throw notFound('This target is not in your address book.')
  return toDto({ ...result.document, ...patch })
}

function hasValues(contact: Contact, patch: Partial<ContactInput>): boolean {
  const keys = Object.keys(patch) as (keyof ContactInput)[]
  return keys.every((key) => contact[key] === patch[key])
}
