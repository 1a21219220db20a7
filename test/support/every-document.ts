import type { SharedStack } from '@prankpost/test-harness'
import { MongoClient } from 'mongodb'

/** A document as text, with its place: `order.orders 6650...`. */
export interface StoredDocument {
  place: string
  text: string
}

/** Reads every document of every database of a stack, the sandbox's included. */
export async function everyDocument(
  { mongodbUri, databasePrefix }: Pick<SharedStack, 'mongodbUri' | 'databasePrefix'>,
  isWanted: (collection: string) => boolean = () => true,
): Promise<StoredDocument[]> {
  const client = new MongoClient(mongodbUri, { serverSelectionTimeoutMS: 5_000 })
  try {
    const { databases } = await client.db('admin').admin().listDatabases({ nameOnly: true })
    const own = databases.map(({ name }) => name).filter((name) => name.startsWith(`${databasePrefix}_`))
    const found = own.map(async (name) => {
      const database = client.db(name)
      const collections = await database.listCollections({}, { nameOnly: true }).toArray()
      const documents = collections
        .map((collection) => `${name.slice(databasePrefix.length + 1)}.${collection.name}`)
        .filter(isWanted)
        .map(async (place) => {
          const all = await database
            .collection(place.slice(place.indexOf('.') + 1))
            .find()
            .sort({ _id: 1 })
            .toArray()
          return all.map((document) => ({
            place: `${place} ${document._id}`,
            text: JSON.stringify(document),
          }))
        })
      return (await Promise.all(documents)).flat()
    })
    return (await Promise.all(found)).flat()
  } finally {
    await client.close()
  }
}
