const keepMs = 3_000

/**
 * A costly answer for each of a few keys, at most 3 seconds old, and computed once for all who ask at
 * the same time. A failure is not kept.
 */
export function rememberBriefly<K, V>(compute: (key: K) => Promise<V>): (key: K) => Promise<V> {
  const kept = new Map<K, { answer: Promise<V>; until: number }>()
  return (key) => {
    const known = kept.get(key)
    if (known !== undefined && known.until > Date.now()) return known.answer
    const answer = compute(key)
    kept.set(key, { answer, until: Date.now() + keepMs })
    answer.catch(() => kept.delete(key))
    return answer
  }
}
