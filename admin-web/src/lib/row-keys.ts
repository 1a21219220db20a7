import { createContext, useContext, useEffect, useRef, useState } from 'react'
import { useShortcut } from './shortcuts.ts'

/** Whether the next page or filter is being read: no key acts on the rows, which are those of the one before. */
export const StaleRows = createContext(false)

interface RowKeysOptions {
  /** The name of a row, for the help: `order`. */
  noun: string
  group: string
  /** Opens the active row (Enter). */
  onOpen?: (id: string) => void
  /** Selects or deselects the active row (x). */
  onSelect?: (id: string) => void
}

/**
 * Keyboard navigation for the rows of a list: j and k move, Enter opens, x selects. Spread `rowProps(id)` on the
 * element of each row; the active row gets the focus. Returns the ids that keys may act on.
 */
export function useRowKeys(
  rows: readonly { id: string }[],
  { noun, group, onOpen, onSelect }: RowKeysOptions,
) {
  const isStale = useContext(StaleRows)
  const ids = isStale ? [] : rows.map(({ id }) => id)
  const [activeId, setActiveId] = useState<string | null>(null)
  const elements = useRef(new Map<string, HTMLElement>())
  const index = activeId === null ? -1 : ids.indexOf(activeId)

  const moveTo = (next: number) => {
    const id = ids[Math.max(0, Math.min(next, ids.length - 1))]
    if (id === undefined) return
    setActiveId(id)
    elements.current.get(id)?.focus({ preventScroll: true })
    elements.current.get(id)?.scrollIntoView({ block: 'nearest' })
  }
  const onActive = (act: ((id: string) => void) | undefined) => () => {
    if (index >= 0 && activeId !== null) act?.(activeId)
  }
  const keys = { group, isCommand: false }
  useShortcut('j', `Next ${noun}`, () => moveTo(index + 1), keys)
  useShortcut('k', `Previous ${noun}`, () => moveTo(index < 0 ? 0 : index - 1), keys)
  useShortcut('enter', `Open ${noun}`, onActive(onOpen), { ...keys, enabled: onOpen !== undefined })
  useShortcut('x', `Select ${noun}`, onActive(onSelect), { ...keys, enabled: onSelect !== undefined })

  // When the active row is not in the list any more, start again from the first row.
  const isGone = activeId !== null && index < 0
  useEffect(() => {
    if (isGone) setActiveId(null)
  }, [isGone])

  const rowProps = (id: string) => ({
    tabIndex: -1,
    'data-active': id === activeId || undefined,
    onFocus: () => setActiveId(id),
    ref: (element: HTMLElement | null) => {
      if (element) elements.current.set(id, element)
      else elements.current.delete(id)
    },
  })
  return { ids, activeId, rowProps }
}
