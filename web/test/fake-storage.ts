import { beforeEach } from 'vitest'

/** Gives each test of the file empty browser storages, which Node does not have. */
export function withFakeStorage() {
  beforeEach(() => {
    for (const name of ['localStorage', 'sessionStorage']) {
      Object.defineProperty(globalThis, name, { value: fakeStorage(), configurable: true, writable: true })
    }
  })
}

function fakeStorage(): Storage {
  const kept = new Map<string, string>()
  return {
    get length() {
      return kept.size
    },
    clear: () => kept.clear(),
    getItem: (key) => kept.get(key) ?? null,
    key: (index) => [...kept.keys()][index] ?? null,
    removeItem: (key) => void kept.delete(key),
    setItem: (key, value) => void kept.set(key, value),
  }
}
