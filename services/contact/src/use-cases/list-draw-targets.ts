import type { DrawTarget } from '@prankpost/contracts'
import { maxContacts } from '../contact.model.ts'
import type { Deps } from '../deps.ts'

/** The targets of a customer from which a plan's draw chooses, without streets. */
export async function listDrawTargets(
  { ownerId }: { ownerId: string },
  { contacts }: Pick<Deps, 'contacts'>,
): Promise<DrawTarget[]> {
  const found = await contacts.find({ ownerId }, { name: 1, city: 1, state: 1 }).limit(maxContacts).lean()
  return found.map(({ _id, name, city, state }) => ({ id: _id, name, city, state }))
}
