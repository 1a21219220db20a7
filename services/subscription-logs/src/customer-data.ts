import { deletedCustomerName } from '@prankpost/contracts'
import { type PersonalData, searchTermsOf } from '@prankpost/service-kit'
import type { Deps } from './deps.ts'
import { toDto } from './log.dto.ts'
import type { LogEntry } from './log.model.ts'

/**
 * What subscription-logs holds of a customer: what happened to their plans. The entries stay, for the books;
 * whose plan it was and whom its parcels went to does not.
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
      // A parcel told of late takes its customer from the plan's first entry, and brings its target's name along.
      const tells = [{ email: { $ne: deletedCustomerName } }, { 'metadata.contactName': { $exists: true } }]
      const named = { ownerId, $or: tells }
      for await (const entry of logs.find(named).lean<LogEntry>().cursor()) {
        await logs.updateOne({ _id: entry._id }, { $set: withoutNames(entry) })
      }
      return { done: true }
    },
  }
}

/** What of an entry tells who it is about, in words that do not. */
function withoutNames({ subscriptionId, stripeSubscriptionId, ownerId, details, metadata }: LogEntry) {
  const { contactName: _name, contactId: _id, ...rest } = metadata
  const ids = [subscriptionId, stripeSubscriptionId]
  return {
    email: deletedCustomerName,
    trackingNumber: null,
    adminNotes: null,
    metadata: rest,
    details:
      'contactName' in metadata
        ? `Parcel ${metadata.parcelsShipped} of ${metadata.parcelsTotal} shipped: ${metadata.prankName}.`
        : details,
    searchTerms: searchTermsOf([...ids, ...ids.map((id) => id.slice(-8)), ownerId, deletedCustomerName]),
  }
}
