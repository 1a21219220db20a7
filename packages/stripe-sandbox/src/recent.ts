/** Documents as this process wrote them last. */
export interface Recent<T> {
  find(id: string): T | undefined
  /** Finds the document and forgets it, where a filter asks for its id and nothing else. */
  take(filter: object): T | undefined
  /** Keeps a document, unless a later version of it was known. */
  keep(document: T): void
}

interface Entry<T> {
  version: number
  document?: T
}

/** Keeps the `most` documents that were written last. Who writes them counts `version` up, and there is one process. */
export function createRecent<T extends { _id: string; version: number }>(most: number): Recent<T> {
  const entries = new Map<string, Entry<T>>()
  return {
    find: (id) => entries.get(id)?.document,
    take(filter) {
      const { _id: id, ...others } = filter as { _id?: unknown }
      const entry = typeof id === 'string' && Object.keys(others).length === 0 ? entries.get(id) : undefined
      const document = entry?.document
      // Its version stays: of two writers the first may come to keep its document last.
      delete entry?.document
      return document
    },
    keep(document) {
      const { _id: id, version } = document
      const known = entries.get(id)
      if (known && known.version >= version) return
      entries.delete(id)
      entries.set(id, { version, document })
      const [oldest] = entries.size > most ? entries.keys() : []
      if (oldest !== undefined) entries.delete(oldest)
    },
  }
}
