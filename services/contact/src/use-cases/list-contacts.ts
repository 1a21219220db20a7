import type { Contact as ContactDto } from '@prankpost/contracts'
import { contactFields, maxContacts, toDto } from '../contact.model.ts'
import type { Deps } from '../deps.ts'

/** A customer's address book, newest first. */
export async function listContacts(
  { ownerId }: { ownerId: string },
  { contacts }: Pick<Deps, 'contacts'>,
): Promise<ContactDto[]> {
  const found = await contacts
    .find({ ownerId }, contactFields)
    .sort({ createdAt: -1, _id: -1 })
    .limit(maxContacts)
    .lean()
  return found.map(toDto)
}
