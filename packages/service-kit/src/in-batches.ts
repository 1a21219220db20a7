const batchAtMost = 200

/**
 * Writes one item at a time while there is time, and in batches when many come at once: what comes while a
 * write is under way goes together with the next. Each resolves when its own write is done; when that
 * fails, all of its batch fail.
 * @example const save = inBatches((entries: Entry[]) => collection.insertMany(entries)); await save(entry)
 */
export function inBatches<T>(write: (items: T[]) => Promise<unknown>): (item: T) => Promise<void> {
  const waiting: { item: T; resolve: () => void; reject: (error: unknown) => void }[] = []
  let isWriting = false

  const writeAll = async () => {
    isWriting = true
    while (waiting.length > 0) {
      const batch = waiting.splice(0, batchAtMost)
      try {
        await write(batch.map(({ item }) => item))
        for (const { resolve } of batch) resolve()
      } catch (error) {
        for (const { reject } of batch) reject(error)
      }
    }
    isWriting = false
  }

  return (item) =>
    new Promise((resolve, reject) => {
      waiting.push({ item, resolve, reject })
      if (!isWriting) void writeAll()
    })
}
