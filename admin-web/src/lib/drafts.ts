import { useSyncExternalStore } from 'react'

/** Unsaved input, by the id of what it belongs to. */
export interface Drafts<T> {
  /** Undefined when nothing is unsaved. */
  of(id: string): T | undefined
  set(id: string, draft: T): void
  /** Deletes a draft that is saved or discarded. */
  drop(id: string): void
  subscribe(listener: () => void): () => void
}

const stores = new Set<{ size: () => number; clear: () => void }>()

/** The number of all drafts. */
export const countDrafts = () => [...stores].reduce((sum, { size }) => sum + size(), 0)

/** Deletes all drafts: the next person at this browser must not find them. */
export function dropAllDrafts() {
  for (const { clear } of stores) clear()
}

/**
 * Creates a store of drafts. It is outside of the components, so that closing a drawer, a change of tab, or a session
 * that ends while typing loses nothing.
 */
export function newDrafts<T>(): Drafts<T> {
  const drafts = new Map<string, T>()
  const listeners = new Set<() => void>()
  const notifyListeners = () => {
    for (const listener of listeners) listener()
  }
  stores.add({
    size: () => drafts.size,
    clear() {
      drafts.clear()
      notifyListeners()
    },
  })
  return {
    of: (id) => drafts.get(id),
    set(id, draft) {
      drafts.set(id, draft)
      notifyListeners()
    },
    drop(id) {
      drafts.delete(id)
      notifyListeners()
    },
    subscribe(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
  }
}

/** The current draft of an id; the component renders again when it changes. */
export function useDraft<T>(drafts: Drafts<T>, id: string): T | undefined {
  return useSyncExternalStore(drafts.subscribe, () => drafts.of(id))
}
