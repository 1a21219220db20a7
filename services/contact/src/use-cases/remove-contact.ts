import { notFound } from '@prankpost/service-kit'
import { removedFields } from '../contact.model.ts'
import type { Deps } from '../deps.ts'

/**
 * Removes a target from a customer's address book. If an event of it is still in the outbox, the event is kept: all
 * other fields are removed at once, and a sweep deletes the document later.
 * @throws 404 when it does not exist (any more) or belongs to another customer
 */
export async function removeContact(
  { ownerId, id }: { ownerId: string; id: string },
  { contacts }: Pick<Deps, 'contacts'>,
): Promise<void> {
  const { deletedCount } = await contacts.deleteOne({ _id: id, ownerId, outboxDueAt: { $exists: false } })
  if (deletedCount === 1) return
  const { modifiedCount } = await contacts.updateOne(
    { _id: id, ownerId },
    {
      $set: { removedAt: new Date() },
      $unset: removedFields,
      $inc: { revision: 1 },
    },
  )
  if (modifiedCount === 0) throw notFound('This target is not in your address book.')
}
