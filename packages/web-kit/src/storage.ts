import { useSyncExternalStore } from 'react'

/** One value in the browser's storage. A read never fails: a missing or corrupt value is read as `empty`. */
export interface Slot<T> {
  get(): T
  /** The value without a browser: a page that the server renders contains it. */
  readonly empty: T
  set(value: T): void
  clear(): void
  subscribe(listener: () => void): () => void
}

interface SlotOptions<T> {
  area: 'local' | 'session'
  key: string
  empty: T
  /** Parses the stored text; null when it is corrupt, which resets the slot. */
  read: (text: string) => T | null
  write?: (value: T) => string
}

// Storage may be disabled or full: then the value is kept in memory until the page is closed.
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

/** Deletes the customer's texts and mailed links in this tab, at sign-out: the end of the key says what it is. */
export function forgetDrafts() {
  for (const key of [...Object.keys(areaOf('session') ?? {}), ...memory.session.keys()])
    if (/-(draft|message|link)$/.test(key)) writeText('session', key, null)
}

/** Creates a slot. `get` is cheap and returns the same object until the text changes, here or in another tab. */
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
    empty,
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

/** A slot that holds a string, stored unchanged. */
export function textSlot(area: 'local' | 'session', key: string): Slot<string> {
  return slot({ area, key, empty: '', read: (text) => text, write: (text) => text })
}

/** A slot that holds a boolean; a missing value is false. */
export function flagSlot(area: 'local' | 'session', key: string): Slot<boolean> {
  return slot({ area, key, empty: false, read: (text) => text === 'true', write: String })
}

/** The slot's current value; the component renders again when it changes. */
export function useSlot<T>(of: Slot<T>): T {
  return useSyncExternalStore(of.subscribe, of.get, () => of.empty)
}

/**
 * Whether the browser's values are known. In HTML from the server, and until the browser has continued with it, they are not:
 * then a screen that consists of them shows its skeleton.
 */
export function useIsInBrowser(): boolean {
  return useSyncExternalStore(
    neverChanges,
    () => true,
    () => false,
  )
}
const neverChanges = () => () => undefined
