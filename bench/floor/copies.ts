import type { Stack } from '@prankpost/test-harness'
import { MongoClient, type ObjectId } from 'mongodb'
import { connectDatabase, ensureIndexes } from '../../packages/service-kit/src/index.ts'
import { createUserModel, userFields } from '../../services/auth/src/user.model.ts'
import { contactFields, createContactModel } from '../../services/contact/src/contact.model.ts'
import { createOrderModel } from '../../services/order/src/order.model.ts'

/** The documents of an answer: their service, and the location of their copies. */
export interface Reading {
  what: 'user' | 'contacts' | 'history'
  ownerId: string
  mongodbUri: string
  databasePrefix: string
}

const sources = {
  user: { service: 'auth', collection: 'users', fields: { ...userFields } },
  contacts: {
    service: 'contact',
    collection: 'contacts',
    fields: { ...contactFields, ownerId: 1, slot: 1, createdAt: 1 },
  },
  history: {
    service: 'order',
    collection: 'orders',
    fields: { ownerId: 1, type: 1, status: 1, items: 1, paidAt: 1, createdAt: 1 },
  },
} as const

/**
 * Copies the documents of an answer into a database of the floor on the same server, with only the fields of the answer,
 * so that the floor reads no more bytes than needed.
 */
export async function copyDocuments(stack: Stack, what: Reading['what'], ownerId: string): Promise<Reading> {
  const { service, collection, fields } = sources[what]
  const reading = {
    what,
    ownerId,
    mongodbUri: stack.mongodbUri,
    databasePrefix: `${stack.databasePrefix}_floor`,
  }
  const client = new MongoClient(stack.mongodbUri)
  try {
    const from = client.db(`${stack.databasePrefix}_${service}`).collection(collection)
    const filter = what === 'user' ? { _id: ownerId as unknown as ObjectId } : { ownerId }
    const documents = await from.find(filter, { projection: fields }).toArray()
    if (documents.length === 0) throw new Error(`nothing to copy for ${what}`)
    const copies = client.db(`${reading.databasePrefix}_${service}`).collection(collection)
    await copies.deleteMany({})
    await copies.insertMany(documents)
  } finally {
    await client.close()
  }
  return reading
}

/** Opens the copies; returns a lean read of them that uses the same index as the service. */
export async function openCopies({
  what,
  ownerId,
  mongodbUri,
  databasePrefix,
}: Reading): Promise<() => Promise<unknown>> {
  const settings = { MONGODB_URI: mongodbUri, DATABASE_PREFIX: databasePrefix }
  const connection = await connectDatabase(sources[what].service, settings)
  const read = {
    user: () => {
      const users = createUserModel(connection)
      return () => users.findOne({ _id: ownerId }).lean()
    },
    contacts: () => {
      const contacts = createContactModel(connection)
      return () => contacts.find({ ownerId }).sort({ createdAt: -1 }).lean()
    },
    history: () => {
      const orders = createOrderModel(connection)
      return () => orders.find({ ownerId }).sort({ paidAt: -1 }).lean()
    },
  }[what]()
  await ensureIndexes(connection)
  return async () => await read()
}
