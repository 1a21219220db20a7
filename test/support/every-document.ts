import { createHash } from 'node:crypto'
import type { SharedStack } from '@prankpost/test-harness'
import { type Collection, MongoClient } from 'mongodb'

/** A document as text, with its place: `order.orders 6650...`. */
export interface StoredDocument {
  place: string
  text: string
}

type Databases = Pick<SharedStack, 'mongodbUri' | 'databasePrefix'>

/** Calls `read` with each collection of each database of a stack, the sandbox's included, and its place. */
async function ofEveryCollection<T>(
  client: MongoClient,
  { databasePrefix }: Databases,
  isWanted: (collection: string) => boolean,
  read: (place: string, collection: Collection) => Promise<T>,
): Promise<T[]> {
  const { databases } = await client.db('admin').admin().listDatabases({ nameOnly: true })
  const own = databases.map(({ name }) => name).filter((name) => name.startsWith(`${databasePrefix}_`))
  const found = own.map(async (name) => {
    const collections = await client.db(name).listCollections({}, { nameOnly: true }).toArray()
    const wanted = collections
      .map((one) => [`${name.slice(databasePrefix.length + 1)}.${one.name}`, one.name] as const)
      .filter(([place]) => isWanted(place))
    return Promise.all(wanted.map(([place, one]) => read(place, client.db(name).collection(one))))
  })
  return (await Promise.all(found)).flat()
}

/** A hash of the documents of each collection of a stack, without one field, by its place: quick to compare. */
export async function collectionHashes(
  client: MongoClient,
  stack: Databases,
  isWanted: (collection: string) => boolean,
  without: string,
): Promise<Record<string, string>> {
  const hashes = await ofEveryCollection(client, stack, isWanted, async (place, collection) => {
    const hash = createHash('sha256')
    const options = { raw: true, projection: { [without]: 0 }, sort: { _id: 1 } } as const
    for (const document of await collection.find({}, options).toArray()) hash.update(document as never)
    return [place, hash.digest('base64')] as const
  })
  return Object.fromEntries(hashes.toSorted(([a], [b]) => a.localeCompare(b)))
}

/** Reads every document of every database of a stack, the sandbox's included. */
export async function everyDocument(
  stack: Databases,
  isWanted: (collection: string) => boolean = () => true,
): Promise<StoredDocument[]> {
  const client = new MongoClient(stack.mongodbUri, { serverSelectionTimeoutMS: 5_000 })
  try {
    const found = await ofEveryCollection(client, stack, isWanted, async (place, collection) => {
      const all = await collection.find().sort({ _id: 1 }).toArray()
      return all.map((document) => ({ place: `${place} ${document._id}`, text: JSON.stringify(document) }))
    })
    return found.flat()
  } finally {
    await client.close()
  }
}
