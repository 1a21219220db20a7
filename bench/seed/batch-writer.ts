const batchSize = 1_000

/** Writes documents of one collection in batches, the next one made while the last is under way. */
export interface BatchWriter<T> {
  add(document: T): Promise<void>
  /** Writes what is left. Answers how many documents it were in all. */
  end(): Promise<number>
}

/** What is needed of a Mongoose model here. */
interface Writable {
  collection: { insertMany(documents: never[], options: { ordered: boolean }): Promise<unknown> }
}

/**
 * The documents go in as they are: making each of them a Mongoose document would take longer than all
 * the rest. That they are what the model would have made of them is for the tests to show.
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
    // It is awaited with the next batch; until then a failure is not unhandled.
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
