/** Gathers small writes into one. */
export interface Batch<T> {
  /** Adds an item; resolves when it has been written, rejects when that failed. */
  add: (item: T) => Promise<void>
  /** Writes what is waiting, and waits for what is being written. */
  flush: () => Promise<void>
}

/** Builds a batch whose items are written together, `waitMs` after the first of them came. */
export function createBatch<T>(write: (items: T[]) => Promise<void>, waitMs: number): Batch<T> {
  let items: T[] = []
  let next: Promise<void> | null = null
  let release: () => void = () => {}
  const writing = new Set<Promise<void>>()

  function schedule(): Promise<void> {
    const due = new Promise<void>((resolve) => {
      const timer = setTimeout(resolve, waitMs)
      release = () => {
        clearTimeout(timer)
        resolve()
      }
    })
    const written = due.then(() => {
      const batch = items
      items = []
      next = null
      return write(batch)
    })
    writing.add(written)
    const forget = () => writing.delete(written)
    written.then(forget, forget)
    return written
  }

  return {
    add: (item) => {
      items.push(item)
      next ??= schedule()
      return next
    },
    flush: async () => {
      release()
      await Promise.allSettled(writing)
    },
  }
}
