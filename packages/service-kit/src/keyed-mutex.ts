/** Serializes work with the same key; work with different keys runs in parallel. */
export type KeyedMutex = <T>(key: string, work: () => Promise<T>) => Promise<T>

/**
 * Runs work with the same key one after another, in the order of the calls, even if earlier work failed. Work with
 * other keys does not wait.
 * @example const serialize = createKeyedMutex(); await serialize(planId, () => shipOne(planId))
 */
export function createKeyedMutex(): KeyedMutex {
  const last = new Map<string, Promise<unknown>>()
  return async (key, work) => {
    const result = (last.get(key) ?? Promise.resolve()).then(work, work)
    last.set(key, result)
    try {
      return await result
    } finally {
      if (last.get(key) === result) last.delete(key)
    }
  }
}
