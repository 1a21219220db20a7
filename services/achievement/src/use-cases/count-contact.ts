import type { EventData } from '@prankpost/contracts'
import type { Deps } from '../deps.ts'

/**
 * Counts an added target once per customer, however often it is removed and added again: the key is the digest in the
 * event. Removing or changing the target does not reduce the count. An event from before the digest counts by the
 * contact's id. Idempotent: a redelivered event writes the same document.
 */
export async function countContact(
  { contactId, ownerId, created, savedAt, target }: EventData<'contact-saved'>,
  { record }: Pick<Deps, 'record'>,
): Promise<void> {
  if (!created) return
  const key = target === undefined ? contactId : `${ownerId}:${target}`
  await record([{ track: 'contact', key, ownerId, at: new Date(savedAt) }])
}
