import type { PersonalData } from '@prankpost/service-kit'
import { contactFields, removedFields, toDto } from './contact.model.ts'
import type { Deps } from './deps.ts'

/** The personal data in contact: the address book, deleted with the account. */
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
      // A contact with an unsent event keeps only its id until the event is sent, like a removed contact.
      await contacts.deleteMany({ ownerId, outboxDueAt: { $exists: false } })
      await contacts.updateMany(
        { ownerId },
        { $set: { removedAt: new Date() }, $unset: removedFields, $inc: { revision: 1 } },
      )
      return { done: true }
    },
  }
}
