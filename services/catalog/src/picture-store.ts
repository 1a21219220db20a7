import { buffer } from 'node:stream/consumers'
import { finished } from 'node:stream/promises'
import { type Connection, mongo } from 'mongoose'

/** A file by its name; the name contains a hash of the content. */
export interface PictureFile {
  name: string
  bytes: Uint8Array
}

/** Pictures in GridFS (`fs.files` and `fs.chunks`), so that all replicas share them. */
export interface PictureStore {
  /** Stores a file. A repeat only renews its date, so that it is not removed as unused. */
  save(file: PictureFile): Promise<void>
  /** The content of a file; null when it does not exist. */
  read(name: string): Promise<Buffer | null>
  /** Removes files from before `before`, except those that `isUsed`, and what a killed process left of an upload. */
  removeUnused(before: Date, isUsed: (name: string) => boolean): Promise<number>
}

export function createPictureStore(connection: Connection): PictureStore {
  const bucket = new mongo.GridFSBucket(connection.db as mongo.Db)
  const files = connection.collection<{ filename: string; uploadDate: Date }>('fs.files')
  const chunks = connection.collection<{ files_id: mongo.ObjectId }>('fs.chunks')
  return {
    async save({ name, bytes }) {
      const renewed = await files.updateOne({ filename: name }, { $set: { uploadDate: new Date() } })
      if (renewed.matchedCount > 0) return
      // Two uploads at once store two equal files; each of them is complete.
      const upload = bucket.openUploadStream(name)
      upload.end(bytes)
      await finished(upload)
    },
    async read(name) {
      if ((await files.findOne({ filename: name }, { projection: { _id: 1 } })) === null) return null
      return buffer(bucket.openDownloadStreamByName(name))
    },
    async removeUnused(before, isUsed) {
      // With the name, the index of GridFS is used.
      const old = await files.find({ filename: { $gt: '' }, uploadDate: { $lt: before } }).toArray()
      let removed = 0
      for (const { _id } of old.filter(({ filename }) => !isUsed(filename))) {
        // An upload of the same picture may have renewed the date meanwhile.
        const { deletedCount } = await files.deleteOne({ _id, uploadDate: { $lt: before } })
        if (deletedCount > 0) await chunks.deleteMany({ files_id: _id })
        removed += deletedCount
      }
      await removeLeftovers(before)
      return removed
    },
  }

  /** Removes chunks without a file: GridFS writes them before the file, and they are removed after it. */
  async function removeLeftovers(before: Date) {
    const known = new Set((await files.distinct('_id')).map(String))
    const stored = (await chunks.distinct('files_id')) as mongo.ObjectId[]
    const leftovers = stored.filter((id) => !known.has(String(id)) && id.getTimestamp() < before)
    if (leftovers.length > 0) await chunks.deleteMany({ files_id: { $in: leftovers } })
  }
}
