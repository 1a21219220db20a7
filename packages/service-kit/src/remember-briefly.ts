const keepMs = 3_000

interface MemoryOptions<V> {
  /** How long an answer of this much work is kept, where that is not the 3 seconds. */
  keepMsOf?: (answer: V) => number
}

/**
 * A costly answer for each of a few keys, at most 3 seconds old, and computed once for all who ask at
 * the same time. A failure is not kept.
 */
export function rememberBriefly<K, V>(
  compute: (key: K) => Promise<V>,
  { keepMsOf = () => keepMs }: MemoryOptions<V> = {},
): (key: K) => Promise<V> {
  const kept = new Map<K, { answer: Promise<V>; until: number }>()
  return (key) => {
    const known = kept.get(key)
    if (known !== undefined && known.until > Date.now()) return known.answer
    for (const [old, { until }] of kept) if (until <= Date.now()) kept.delete(old)
    const one = { answer: compute(key), until: Number.POSITIVE_INFINITY }
    kept.set(key, one)
    one.answer.then(
      (answer) => {
        one.until = Date.now() + keepMsOf(answer)
      },
      () => kept.delete(key),
    )
    return one.answer
  }
}
