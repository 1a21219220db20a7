/** Documents as this process wrote them; another one may have changed them since, which their revision tells. */
export interface LastWritten<T> {
  find(id: unknown): T | undefined
  keep(document: T): void
  forget(id: unknown): void
}

/** Keeps the `most` documents that were written last. */
export function createLastWritten<T extends { _id: unknown }>(most: number): LastWritten<T> {
  const kept = new Map<string, T>()
  return {
    find: (id) => kept.get(String(id)),
    keep(document) {
      const id = String(document._id)
      kept.delete(id)
      kept.set(id, document)
      const [oldest] = kept.size > most ? kept.keys() : []
      if (oldest !== undefined) kept.delete(oldest)
    },
    forget: (id) => void kept.delete(String(id)),
  }
}
