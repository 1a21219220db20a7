import { useSyncExternalStore } from 'react'

/** One value in the browser's storage, always readable: what is missing or corrupt reads as `empty`. */
export interface Slot<T> {
  get(): T
  set(value: T): void
  clear(): void
  subscribe(listener: () => void): () => void
}

interface SlotOptions<T> {
  area: 'local' | 'session'
  key: string
  empty: T
  /** The value that the text stands for; null when it is corrupt, which resets the slot. */
  read: (text: string) => T | null
  write?: (value: T) => string
}

// Storage may be switched off or full: then the value lives as long as the page.
const memory = { local: new Map<string, string>(), session: new Map<string, string>() }

function areaOf(area: 'local' | 'session'): Storage | undefined {
  try {
    return area === 'local' ? globalThis.localStorage : globalThis.sessionStorage
  } catch {
    return undefined
  }
}

function readText(area: 'local' | 'session', key: string): string | null {
  return memory[area].get(key) ?? areaOf(area)?.getItem(key) ?? null
}

function writeText(area: 'local' | 'session', key: string, text: string | null) {
  memory[area].delete(key)
  const storage = areaOf(area)
  try {
    if (text === null) storage?.removeItem(key)
    else if (storage) storage.setItem(key, text)
    else memory[area].set(key, text)
  } catch {
    if (text !== null) memory[area].set(key, text)
  }
}

/** Makes a slot. Reading is cheap and gives the same object until the text changes, also from another tab. */
export function slot<T>({ area, key, empty, read, write = JSON.stringify }: SlotOptions<T>): Slot<T> {
  const listeners = new Set<() => void>()
  let seen: { text: string | null; value: T } = { text: null, value: empty }

  const get = () => {
    const text = readText(area, key)
    if (text === seen.text) return seen.value
    const value = text === null ? empty : read(text)
    if (value === null) writeText(area, key, null)
    seen = value === null ? { text: null, value: empty } : { text, value }
    return seen.value
  }
  const put = (text: string | null) => {
    writeText(area, key, text)
    for (const listener of listeners) listener()
  }
  const fromOtherTab = (event: StorageEvent) => {
    if (event.key === null || event.key === key) for (const listener of listeners) listener()
  }
  return {
    get,
    set: (value) => put(write(value)),
    clear: () => put(null),
    subscribe: (listener) => {
      if (listeners.size === 0) globalThis.addEventListener('storage', fromOtherTab)
      listeners.add(listener)
      return () => {
        listeners.delete(listener)
        if (listeners.size === 0) globalThis.removeEventListener('storage', fromOtherTab)
      }
    },
  }
}

/** A slot that holds one text, stored as it stands. */
export function textSlot(area: 'local' | 'session', key: string): Slot<string> {
  return slot({ area, key, empty: '', read: (text) => text, write: (text) => text })
}

/** A slot that holds yes or no; no is the same as nothing. */
export function flagSlot(area: 'local' | 'session', key: string): Slot<boolean> {
  return slot({ area, key, empty: false, read: (text) => text === 'true', write: String })
}

/** The slot's value, kept up to date while the component is on the screen. */
export function useSlot<T>(of: Slot<T>): T {
  return useSyncExternalStore(of.subscribe, of.get, of.get)
}
