/** Runs pieces of work of one key one after another, those of different keys side by side. */
export type KeyedMutex = <T>(key: string, work: () => Promise<T>) => Promise<T>

/**
 * Runs work of one key after another, in the order of the calls, whether the work before succeeded or
 * not. Work of other keys is not held up.
 * @example const serialize = createKeyedMutex(); await serialize(planId, () => shipOne(planId))
 */
export function createKeyedMutex(): KeyedMutex {
  const last = new Map<string, Promise<unknown>>()
  return async (key, work) => {
    const turn = (last.get(key) ?? Promise.resolve()).then(work, work)
    last.set(key, turn)
    try {
      return await turn
    } finally {
      if (last.get(key) === turn) last.delete(key)
    }
  }
}
