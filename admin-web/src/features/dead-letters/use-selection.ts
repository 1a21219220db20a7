import { useState } from 'react'

/** The keys of the selected rows. */
export function useSelection() {
  const [keys, setKeys] = useState<ReadonlySet<string>>(new Set())
  return {
    keys,
    /** Among the rows `of`, selects exactly those in `on`; other rows do not change. */
    select: (of: readonly string[], on: readonly string[]) =>
      setKeys((before) => new Set([...[...before].filter((key) => !of.includes(key)), ...on])),
    toggle: (key: string) =>
      setKeys(
        (before) => new Set(before.has(key) ? [...before].filter((one) => one !== key) : [...before, key]),
      ),
  }
}
