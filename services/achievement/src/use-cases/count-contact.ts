import type { EventData } from '@prankpost/contracts'
import type { Deps } from '../deps.ts'
import { recordThings } from '../record-things.ts'

/** Counts a saved target once, however often it is changed; removing it takes nothing away. */
export async function countContact(
  { contactId, ownerId, savedAt }: EventData<'contact-saved'>,
  { progress }: Pick<Deps, 'progress'>,
): Promise<void> {
  await recordThings([{ track: 'contact', key: contactId, ownerId, at: new Date(savedAt) }], progress)
}
