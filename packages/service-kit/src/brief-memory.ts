/** What was found out lately, each under its key and until its time. */
export interface BriefMemory<T> {
  /** What is kept under a key and holds still. */
  find(key: string): T | undefined
  keep(key: string, value: T, until: Date): void
  /** Forgets all, because something changed. */
  clear(): void
  /** How often it was cleared: an answer to what was asked before that is not to be kept. */
  readonly epoch: number
}

/** Remembers at most `max` things; the one that was kept first goes first. */
export function createBriefMemory<T>(max: number): BriefMemory<T> {
  const kept = new Map<string, { value: T; until: number }>()
  let epoch = 0
  return {
    get epoch() {
      return epoch
    },
    find(key) {
      const known = kept.get(key)
      if (known === undefined || known.until > Date.now()) return known?.value
      kept.delete(key)
      return undefined
    },
    keep(key, value, until) {
      const [first] = kept.size >= max ? kept.keys() : []
      if (first !== undefined) kept.delete(first)
      kept.set(key, { value, until: until.getTime() })
    },
    clear() {
      epoch += 1
      kept.clear()
    },
  }
}
