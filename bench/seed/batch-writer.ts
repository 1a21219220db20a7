const batchSize = 1_000

/** Writes documents of one collection in batches; the next batch is created while the last one is written. */
export interface BatchWriter<T> {
  add(document: T): Promise<void>
  /** Writes the last batch. Returns the number of all documents. */
  end(): Promise<number>
}

/** The part of a Mongoose model that is used here. */
interface Writable {
  collection: { insertMany(documents: never[], options: { ordered: boolean }): Promise<unknown> }
}

/**
 * Inserts the documents unchanged: creating a Mongoose document for each would take longer than everything else.
 * The tests prove that they equal the documents that the model would create.
 */
export function createBatchWriter<T>(model: Writable): BatchWriter<T> {
  let batch: T[] = []
  let underWay: Promise<unknown> = Promise.resolve()
  let written = 0

  const flush = async () => {
    const documents = batch
    batch = []
    await underWay
    written += documents.length
    underWay = model.collection.insertMany(documents as never[], { ordered: false })
    // It is awaited with the next batch; this prevents an unhandled rejection until then.
    underWay.catch(() => undefined)
  }

  return {
    async add(document) {
      batch.push(document)
      if (batch.length === batchSize) await flush()
    },
    async end() {
      if (batch.length > 0) await flush()
      await underWay
      return written
    },
  }
}
