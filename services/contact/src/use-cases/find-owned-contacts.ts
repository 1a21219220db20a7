import type { Contact as ContactDto } from '@prankpost/contracts'
import { contactFields, toDto } from '../contact.model.ts'
import type { Deps } from '../deps.ts'

/** Those of the named contacts that are the customer's own; others are left out, whoever's they are. */
export async function findOwnedContacts(
  { ownerId, ids }: { ownerId: string; ids: string[] },
  { contacts }: Pick<Deps, 'contacts'>,
): Promise<ContactDto[]> {
  const found = await contacts.find({ _id: { $in: ids }, ownerId }, contactFields).lean()
  return found.map(toDto)
}
