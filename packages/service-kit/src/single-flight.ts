/** Concurrent calls with the same key share one execution, and its result or error. */
export type SingleFlight<T> = (key: string, work: () => Promise<T>) => Promise<T>

/**
 * Runs work once for all calls with its key that arrive until it ends. A later call runs it again.
 * @example const shareRead = createSingleFlight<Prank[]>(); await shareRead('pranks', () => readPranks())
 */
export function createSingleFlight<T>(): SingleFlight<T> {
  const running = new Map<string, Promise<T>>()
  return (key, work) => {
    const known = running.get(key)
    if (known !== undefined) return known
    const result = work().finally(() => running.delete(key))
    running.set(key, result)
    return result
  }
}
