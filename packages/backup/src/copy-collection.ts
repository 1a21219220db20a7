import { mkdir, rename, rm } from 'node:fs/promises'
import path from 'node:path'
import type { ServiceName } from '@prankpost/contracts'
import { pauseCollection } from '@prankpost/service-kit/pause-watch'
import { BSON, type Collection, type Db } from 'mongodb'
import { Failure } from './failure.ts'
import type { CopiedFile } from './manifest.ts'
import { readDocuments, writePacked } from './packed-file.ts'
import { UniqueKeys } from './unique-keys.ts'

const batchSize = 500
const maxRounds = 5

/**
 * The collections of a database to copy, those of `first` before the others.
 * @throws {Failure} for a collection with more than documents and indexes; indexes are created by the services
 */
export async function collectionsOf(database: Db, first: readonly string[] = []): Promise<string[]> {
  const found = await database.listCollections({}, { nameOnly: false }).toArray()
  const own = found.filter(({ name }) => !name.startsWith('system.') && name !== pauseCollection)
  for (const { name, type, options } of own) {
    if (type !== 'collection' || Object.keys(options ?? {}).some((key) => key !== 'uuid'))
      throw new Failure(`${database.databaseName}.${name} is no plain collection: a copy would lose that.`)
  }
  const names = own.map(({ name }) => name).sort()
  return [...first.filter((name) => names.includes(name)), ...names.filter((name) => !first.includes(name))]
}

/** Copies a collection, in the order of `_id`, into `<service>/<collection>.bson.gz` of the folder. */
export async function copyCollection(
  folder: string,
  service: ServiceName,
  collection: Collection,
): Promise<CopiedFile> {
  const name = collection.collectionName
  const relative = `${service}/${name}.bson.gz`
  const file = path.join(folder, relative)
  await mkdir(path.dirname(file), { recursive: true, mode: 0o700 })
  let keys = new UniqueKeys(await collection.indexes())
  let documents = 0
  async function* counted(source: AsyncIterable<Uint8Array>) {
    documents = 0
    for await (const document of source) {
      documents++
      if (keys.isNeeded) keys.add(document)
      yield document
    }
  }
  let written = await writePacked(file, counted(storedDocuments(collection)))
  for (let round = 0; keys.repeated().size > 0; round++) {
    if (round === maxRounds)
      throw new Failure(`${relative}: unique keys keep moving between documents. Try again.`)
    const ids = await idsWith(keys, file)
    keys = new UniqueKeys(await collection.indexes())
    written = await writePacked(`${file}.new`, counted(withUpdated(file, ids, collection)))
    await rm(file)
    await rename(`${file}.new`, file)
  }
  return { path: relative, service, collection: name, documents, ...written }
}

/** All documents as stored in the database, without decoding. */
async function* storedDocuments(collection: Collection): AsyncGenerator<Uint8Array> {
  const cursor = collection.find({}, { raw: true, batchSize }).sort({ _id: 1 })
  for await (const document of cursor) yield document as unknown as Uint8Array
}

/** The documents of a file that share a unique key: their ids by their text form. */
async function idsWith(keys: UniqueKeys, file: string): Promise<Map<string, unknown>> {
  const repeated = keys.repeated()
  const ids = new Map<string, unknown>()
  for await (const document of readDocuments(file)) {
    if (repeated.isDisjointFrom(keys.digestsOf(document))) continue
    const { _id } = BSON.deserialize(document, { promoteValues: false })
    ids.set(textOf(_id), _id)
  }
  return ids
}

/** The documents of a file; those with the given ids are read again, and omitted if they no longer exist. */
async function* withUpdated(
  file: string,
  ids: Map<string, unknown>,
  collection: Collection,
): AsyncGenerator<Uint8Array> {
  for await (const document of readDocuments(file)) {
    const { _id } = BSON.deserialize(document, { promoteValues: false })
    if (!ids.has(textOf(_id))) yield document
    else {
      const updated = await collection.findOne({ _id }, { raw: true })
      if (updated !== null) yield updated as unknown as Uint8Array
    }
  }
}

const textOf = (id: unknown) => BSON.EJSON.stringify({ id }, { relaxed: false })
