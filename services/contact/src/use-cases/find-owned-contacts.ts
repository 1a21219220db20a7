import type { Contact as ContactDto } from '@prankpost/contracts'
import { contactFields, toDto } from '../contact.model.ts'
import type { Deps } from '../deps.ts'

/** The requested contacts that belong to the customer; all others are left out. */
export async function findOwnedContacts(
  { ownerId, ids }: { ownerId: string; ids: string[] },
  { contacts }: Pick<Deps, 'contacts'>,
): Promise<ContactDto[]> {
  const found = await contacts.find({ _id: { $in: ids }, ownerId }, contactFields).lean()
  return found.map(toDto)
}
