import type { PersonalData } from '@prankpost/service-kit'
import { contactFields, removedFields, toDto } from './contact.model.ts'
import type { Deps } from './deps.ts'

/** What contact holds of a customer: the address book, deleted with the account. */
export function personalData({ contacts }: Pick<Deps, 'contacts'>): PersonalData {
  return {
    async *collect({ ownerId }) {
      const saved = contacts
        .find({ ownerId }, { ...contactFields, createdAt: 1, updatedAt: 1 })
        .lean()
        .cursor()
      for await (const contact of saved) {
        const { createdAt, updatedAt } = contact
        yield { ...toDto(contact), createdAt, updatedAt }
      }
    },
    async count({ ownerId }) {
      const count = await contacts.countDocuments({ ownerId })
      return [{ what: 'Saved targets', outcome: 'deleted', count }]
    },
    async erase({ ownerId }) {
      // One whose event still waits keeps its id alone until that is sent, as a removed one does.
      await contacts.deleteMany({ ownerId, outboxDueAt: { $exists: false } })
      await contacts.updateMany(
        { ownerId },
        { $set: { removedAt: new Date() }, $unset: removedFields, $inc: { revision: 1 } },
      )
      return { done: true }
    },
  }
}
