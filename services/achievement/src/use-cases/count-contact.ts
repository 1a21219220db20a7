import type { EventData } from '@prankpost/contracts'
import type { Deps } from '../deps.ts'

/** Counts a saved target once, however often it is changed; removing it takes nothing away. */
export async function countContact(
  { contactId, ownerId, savedAt }: EventData<'contact-saved'>,
  { record }: Pick<Deps, 'record'>,
): Promise<void> {
  await record([{ track: 'contact', key: contactId, ownerId, at: new Date(savedAt) }])
}
