import { useState } from 'react'

/** Which rows are selected, by key. */
export function useSelection() {
  const [keys, setKeys] = useState<ReadonlySet<string>>(new Set())
  return {
    keys,
    /** Of these rows exactly those of `on`; other rows stay as they are. */
    select: (of: readonly string[], on: readonly string[]) =>
      setKeys((before) => new Set([...[...before].filter((key) => !of.includes(key)), ...on])),
    toggle: (key: string) =>
      setKeys(
        (before) => new Set(before.has(key) ? [...before].filter((one) => one !== key) : [...before, key]),
      ),
  }
}
