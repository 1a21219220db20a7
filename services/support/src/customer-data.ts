import type { PersonalData, Subject } from '@prankpost/service-kit'
import type { Deps } from './deps.ts'
import { hiddenFields, toDto, toReply } from './message.model.ts'

/**
 * The personal data in support: messages sent with the account's e-mail address, with their replies, deleted with the account. Only a
 * verified address counts: a customer cannot get or delete the messages of another person's address.
 */
export function personalData({ messages }: Pick<Deps, 'messages'>): PersonalData {
  const sentBy = async ({ verifiedEmail, requestedAt }: Subject) => {
    const email = await verifiedEmail()
    // Messages after the request may be from a new user of the address, not from the deleted account.
    return email === null ? null : { email, createdAt: { $lte: requestedAt } }
  }
  return {
    async *collect(subject) {
      const filter = await sentBy(subject)
      if (filter === null) return
      for await (const message of messages.find(filter, hiddenFields).lean().cursor()) {
        const { adminNotes: _notes, assignee: _operator, waitingSince: _age, ...shown } = toDto(message)
        yield { ...shown, replies: (message.replies ?? []).map(toReply) }
      }
    },
    async count(subject) {
      const filter = await sentBy(subject)
      const count = filter === null ? 0 : await messages.countDocuments(filter)
      return [{ what: 'Messages of the contact form', outcome: 'deleted', count }]
    },
    async erase(subject) {
      const filter = await sentBy(subject)
      if (filter !== null) await messages.deleteMany(filter)
      return { done: true }
    },
  }
}
