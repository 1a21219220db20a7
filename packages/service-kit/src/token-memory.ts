/** Tokens whose signature held, until they end: checking one costs more than all the rest of a small call. */
export interface TokenMemory<T> {
  /** What was kept of a token that has not ended. */
  find(token: string): T | undefined
  keep(token: string, value: T, until: Date): void
}

/** Remembers at most `max` tokens; the one that was kept first goes first. */
export function createTokenMemory<T>(max: number): TokenMemory<T> {
  const kept = new Map<string, { value: T; until: number }>()
  return {
    find(token) {
      const known = kept.get(token)
      if (known === undefined || known.until > Date.now()) return known?.value
      kept.delete(token)
      return undefined
    },
    keep(token, value, until) {
      const [first] = kept.size >= max ? kept.keys() : []
      if (first !== undefined) kept.delete(first)
      kept.set(token, { value, until: until.getTime() })
    },
  }
}
