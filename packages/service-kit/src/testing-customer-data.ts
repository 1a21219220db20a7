import type { CustomerDataService, exportPart } from '@prankpost/contracts'
import { type Broker, createEmitter, type OutboxEntry } from '@prankpost/messaging'
import type { Connection } from 'mongoose'
import type { z } from 'zod'
import { createCustomerData, type Holdings } from './customer-data.ts'
import type { EndedSessions } from './ended-sessions.ts'
import type { Erasure } from './erasure.model.ts'
import type { InternalClient } from './internal-client.ts'
import type { Logger } from './log.ts'

interface Options<S extends CustomerDataService> {
  service: S
  holdings: Holdings
  connection: Connection
  log: Logger
  sessions?: EndedSessions
}

/** A service's part in customers' data beside a stand-in for auth. Answers stay in the outbox, to be looked at. */
export function customerDataForTest<S extends CustomerDataService>(options: Options<S>) {
  const parts: z.output<typeof exportPart>[] = []
  const known = { verifiedEmail: null as string | null }
  const auth: InternalClient = {
    get: async (_path, schema) => schema.parse(known),
    async post(_path, schema, body) {
      parts.push(body as z.output<typeof exportPart>)
      return schema.parse({ wanted: true })
    },
  }
  const broker = { isReady: () => false } as Broker
  return {
    customerData: createCustomerData({ ...options, broker, auth }),
    /** What auth knows of the customer. */
    known,
    /** What was brought for a customer's file. */
    parts,
    /** What was written down of an erasure; null before it. */
    erasure: (ownerId: string) =>
      options.connection.collection<Erasure>('erasures').findOne({ _id: ownerId }),
  }
}

const emit = createEmitter('auth')
const lately = () => new Date().toISOString()

/** A customer asks for their data, as auth tells it. */
export const exportRequested = (ownerId: string) =>
  emit('customer-export-requested', ownerId, { exportId: ownerId, ownerId, requestedAt: lately() })

/** A customer deletes the account, as auth tells it. */
export const deletionRequested = (ownerId: string, requestedAt = lately()) =>
  emit('customer-deletion-requested', ownerId, { receipt: 'AAAA-BBBB-2345', ownerId, requestedAt })

/** An event of an outbox as a handler gets it, where a test has no queue. */
export const eventOf = (entry: OutboxEntry) => ({ ...entry, source: 'auth' }) as never
