import type { PersonalData } from '@prankpost/service-kit'
import type { Deps } from './deps.ts'

/** The personal data in notification: which mails were sent and when, without addresses. Deleted with the account. */
export function personalData({ mails }: Pick<Deps, 'mails'>): PersonalData {
  // The record of the receipt mail is kept as proof; it identifies no person.
  const mailsOf = (userId: string) => ({ userId, kind: { $ne: 'account-deleted' as const } })
  return {
    async *collect({ ownerId }) {
      for await (const { kind, status, at, settledAt } of mails.find({ userId: ownerId }).lean().cursor()) {
        yield { about: kind, status, requestedAt: at, settledAt }
      }
    },
    async count({ ownerId }) {
      const count = await mails.countDocuments(mailsOf(ownerId))
      return [{ what: 'Notes of mails that were sent', outcome: 'deleted', count }]
    },
    async erase({ ownerId }) {
      await mails.deleteMany(mailsOf(ownerId))
      return { done: true }
    },
  }
}
