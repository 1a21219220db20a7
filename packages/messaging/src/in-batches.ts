/**
 * How a note is written that something is done which may be done twice: it is answered before it is on the disk, and
 * one that a crash takes away means that it is done again.
 */
export const noteConcern = { w: 1, journal: false } as const

/** How long what nobody waits for waits for company, to be one command with it: each costs much the same, however much is in it. */
export const companyMs = 250

interface BatchOptions {
  /** How long the first of a batch waits for others, where it may: what many do at once is then one write. Default 0. */
  waitMs?: number
  /** So many go at once, whether or not the time is over. Default 200. */
  atMost?: number
  /** Whether an item may be written twice: of a batch that fails each is then written alone, and fails for itself. */
  repeatable?: boolean
}

/** Thrown by a write of which only some items failed: the error of each, by its place in the batch. */
export class FailedItems extends Error {
  readonly errors: ReadonlyMap<number, unknown>

  constructor(errors: ReadonlyMap<number, unknown>) {
    super(`${errors.size} of a batch failed`)
    this.errors = errors
  }
}

/** Writes items in batches. */
export interface Batches<T> {
  /** Resolves when the item's own write is done; when that fails, all of its batch fail but what `FailedItems` and `repeatable` except. */
  (item: T): Promise<void>
  /** Writes what waits without waiting for more, and resolves when nothing is under way. */
  flush(): Promise<void>
}

interface Waiting<T> {
  item: T
  resolve: () => void
  reject: (error: unknown) => void
}

/**
 * Writes one item at a time while there is time, and in batches when many come at once: what comes while a
 * write is under way goes together with the next.
 * @example const save = inBatches((entries: Entry[]) => collection.insertMany(entries)); await save(entry)
 */
export function inBatches<T>(
  write: (items: T[]) => Promise<unknown>,
  { waitMs = 0, atMost = 200, repeatable = false }: BatchOptions = {},
): Batches<T> {
  const waiting: Waiting<T>[] = []
  let timer: NodeJS.Timeout | undefined
  let writing: Promise<void> | null = null

  const writeOne = async (batch: Waiting<T>[]) => {
    try {
      await write(batch.map(({ item }) => item))
      for (const { resolve } of batch) resolve()
    } catch (error) {
      if (repeatable && batch.length > 1) return void (await Promise.all(batch.map((one) => writeOne([one]))))
      batch.forEach(({ resolve, reject }, place) => {
        if (error instanceof FailedItems && !error.errors.has(place)) resolve()
        else reject(error instanceof FailedItems ? error.errors.get(place) : error)
      })
    }
  }
  const writeAll = async () => {
    while (waiting.length > 0) await writeOne(waiting.splice(0, atMost))
    writing = null
  }
  const go = () => {
    clearTimeout(timer)
    timer = undefined
    // What came while a write was under way may have gone with it.
    if (waiting.length > 0) writing ??= writeAll()
    return writing
  }

  const add = (item: T) =>
    new Promise<void>((resolve, reject) => {
      waiting.push({ item, resolve, reject })
      if (waitMs === 0 || waiting.length >= atMost) void go()
      else timer ??= setTimeout(go, waitMs)
    })
  return Object.assign(add, {
    flush: async () => {
      while (waiting.length > 0 || writing !== null) await go()
    },
  })
}
