import { useSyncExternalStore } from 'react'

/** One text in the browser's local storage; null while there is none. Kept in step with other tabs. */
export interface StoredText {
  get(): string | null
  set(text: string | null): void
  subscribe(listener: () => void): () => void
}

/** Makes a stored text. Where storage is switched off or full, the text lives as long as the page. */
export function storedText(key: string): StoredText {
  const listeners = new Set<() => void>()
  let memory: string | null = null
  const tell = () => {
    for (const listener of listeners) listener()
  }
  const fromOtherTab = (event: StorageEvent) => {
    if (event.key === null || event.key === key) tell()
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
      tell()
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

/** The text, kept up to date while the component is on the screen. */
export function useStoredText(of: StoredText): string | null {
  return useSyncExternalStore(of.subscribe, of.get)
}
