/** Documents as this process wrote them last. */
export interface Recent<T> {
  /** The document, where a filter asks for its id and nothing else. */
  find(filter: object): T | undefined
  /** Forgets a document that is about to be written as this version: what an earlier write still brings is old. */
  supersede(id: string, version: number): void
  keep(document: T): void
}

interface Entry<T> {
  version: number
  document?: T
}

/** Keeps the `most` documents that were written last. Who writes them counts `version` up, and there is one process. */
export function createRecent<T extends { _id: string; version: number }>(most: number): Recent<T> {
  const entries = new Map<string, Entry<T>>()
  const set = (id: string, entry: Entry<T>) => {
    entries.delete(id)
    entries.set(id, entry)
    const [oldest] = entries.size > most ? entries.keys() : []
    if (oldest !== undefined) entries.delete(oldest)
  }
  const latest = (id: string) => entries.get(id)?.version ?? -1
  return {
    find(filter) {
      const { _id: id, ...others } = filter as { _id?: unknown }
      const asksForId = typeof id === 'string' && Object.keys(others).length === 0
      return asksForId ? entries.get(id)?.document : undefined
    },
    supersede: (id, version) => set(id, { version: Math.max(version, latest(id)) }),
    keep(document) {
      const { _id: id, version } = document
      if (version >= latest(id)) set(id, { version, document })
    },
  }
}
