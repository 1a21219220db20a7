import { notFound } from '@prankpost/service-kit'
import { removedFields } from '../contact.model.ts'
import type { Deps } from '../deps.ts'

/**
 * Removes a target from a customer's address book. An event of it that still waits for the broker is
 * not lost: then all but that goes at once, and a sweep removes the rest.
 * @throws 404 when it is not there (any more), or somebody else's
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
