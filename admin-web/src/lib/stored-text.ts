import { useSyncExternalStore } from 'react'

/** One text in the browser's local storage; null if it is missing. Synchronized with other tabs. */
export interface StoredText {
  get(): string | null
  set(text: string | null): void
  subscribe(listener: () => void): () => void
}

/** Creates a stored text. If storage is disabled or full, the text is kept in memory until the page is closed. */
export function storedText(key: string): StoredText {
  const listeners = new Set<() => void>()
  let memory: string | null = null
  const notifyListeners = () => {
    for (const listener of listeners) listener()
  }
  const fromOtherTab = (event: StorageEvent) => {
    if (event.key === null || event.key === key) notifyListeners()
  }
  return {
    get() {
      try {
        return memory ?? localStorage.getItem(key)
      } catch {
        return memory
      }
    },
    set(text) {
      memory = null
      try {
        if (text === null) localStorage.removeItem(key)
        else localStorage.setItem(key, text)
      } catch {
        memory = text
      }
      notifyListeners()
    },
    subscribe(listener) {
      if (listeners.size === 0) globalThis.addEventListener('storage', fromOtherTab)
      listeners.add(listener)
      return () => {
        listeners.delete(listener)
        if (listeners.size === 0) globalThis.removeEventListener('storage', fromOtherTab)
      }
    },
  }
}

/** The current text; the component renders again when it changes. */
export function useStoredText(of: StoredText): string | null {
  return useSyncExternalStore(of.subscribe, of.get)
}
