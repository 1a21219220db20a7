import type { Handler } from '@prankpost/messaging'
import { type Connection, Schema } from 'mongoose'
import { keepNewest } from '../data/keep-newest.ts'

/** A service's own record of the customers that operators blocked, as auth's events report it. */
export interface BlockedCustomers {
  isBlocked(ownerId: string): Promise<boolean>
  handlers: { 'customer-block-changed': Handler<'customer-block-changed'> }
}

interface BlockedCustomer {
  _id: string
  isBlocked: boolean
  /** When auth changed it: an event that is late changes nothing. */
  changedAt: Date
}

const schema = new Schema<BlockedCustomer>(
  { _id: { type: String, required: true }, isBlocked: Boolean, changedAt: Date },
  { versionKey: false, collection: 'blocked_customers' },
)

/**
 * Keeps blocked customers in the collection `blocked_customers` of a service's database. Events may arrive twice, late or
 * in any order: the newest change counts. It contains ids only.
 */
export function createBlockedCustomers(connection: Connection): BlockedCustomers {
  const blocked = connection.model<BlockedCustomer>('BlockedCustomer', schema)
  return {
    isBlocked: async (ownerId) => (await blocked.exists({ _id: ownerId, isBlocked: true })) !== null,
    handlers: {
      'customer-block-changed': ({ data: { ownerId, isBlocked, changedAt } }) =>
        keepNewest(blocked, { _id: ownerId, isBlocked, changedAt: new Date(changedAt) }, 'changedAt'),
    },
  }
}
