import { deletedCustomerName } from '@prankpost/contracts'
import type { PersonalData } from '@prankpost/service-kit'
import type { Deps } from './deps.ts'
import { toDto } from './log.dto.ts'
import type { LogEntry } from './log.model.ts'
import { withoutRecipient } from './log-entry.ts'

/**
 * The personal data that subscription-logs stores: the entries about the customer's plans. They are kept for accounting,
 * without the customer's e-mail address and the names of targets.
 */
export function personalData({ logs }: Pick<Deps, 'logs'>): PersonalData {
  return {
    async *collect({ ownerId }) {
      for await (const entry of logs.find({ ownerId }, { searchTerms: 0 }).lean<LogEntry>().cursor()) {
        const { adminNotes: _internal, ...shown } = toDto(entry)
        yield shown
      }
    },
    async count({ ownerId }) {
      const count = await logs.countDocuments({ ownerId })
      return [{ what: 'Log entries about plans', outcome: 'anonymized', count }]
    },
    async erase({ ownerId }) {
      // The entry of a late parcel takes its customer from the plan's first entry, and contains its target's name.
      const identifying = [
        { email: { $ne: deletedCustomerName } },
        { 'metadata.contactName': { $exists: true } },
      ]
      const named = { ownerId, $or: identifying }
      for await (const entry of logs.find(named).lean<LogEntry>().cursor()) {
        await logs.updateOne({ _id: entry._id }, { $set: withoutNames(entry) })
      }
      return { done: true }
    },
  }
}

/** The fields of an entry that contain personal data, anonymized. */
const withoutNames = (entry: LogEntry) => ({
  email: deletedCustomerName,
  ...withoutRecipient({ ...entry, email: deletedCustomerName }),
})
