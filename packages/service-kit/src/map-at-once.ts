/** Enough to share the flushes of the database's journal, few enough to leave connections free. */
const atOnce = 10

/** Does the work for all of them, ten at once. Returns the results in their sequence. */
export async function mapAtOnce<T, R>(all: Iterable<T>, work: (one: T) => Promise<R>): Promise<R[]> {
  const results: R[] = []
  // All workers share one iterator, so that the work is done once for each.
  const pending = [...all].entries()
  const worker = async () => {
    for (const [index, one] of pending) results[index] = await work(one)
  }
  await Promise.all(Array.from({ length: atOnce }, worker))
  return results
}
