import { useEffect, useRef, useState } from 'react'
import { useShortcut } from './shortcuts.ts'

interface RowKeysOptions {
  /** What a row is, for the help: `order`. */
  noun: string
  group: string
  /** Opens the row that the keys are on (Enter). */
  onOpen?: (id: string) => void
  /** Selects it, or takes it out of the selection (x). */
  onSelect?: (id: string) => void
}

/**
 * Walks the rows of a list with j and k; Enter opens, x selects. Spread `rowProps(id)` on each row's element,
 * which gets the focus when the keys are on it.
 */
export function useRowKeys(ids: readonly string[], { noun, group, onOpen, onSelect }: RowKeysOptions) {
  const [activeId, setActiveId] = useState<string | null>(null)
  const rows = useRef(new Map<string, HTMLElement>())
  const index = activeId === null ? -1 : ids.indexOf(activeId)

  const moveTo = (next: number) => {
    const id = ids[Math.max(0, Math.min(next, ids.length - 1))]
    if (id === undefined) return
    setActiveId(id)
    rows.current.get(id)?.focus({ preventScroll: true })
    rows.current.get(id)?.scrollIntoView({ block: 'nearest' })
  }
  const onActive = (act: ((id: string) => void) | undefined) => () => {
    if (index >= 0 && activeId !== null) act?.(activeId)
  }
  useShortcut('j', `Next ${noun}`, () => moveTo(index + 1), { group })
  useShortcut('k', `Previous ${noun}`, () => moveTo(index < 0 ? 0 : index - 1), { group })
  useShortcut('enter', `Open ${noun}`, onActive(onOpen), { group, enabled: onOpen !== undefined })
  useShortcut('x', `Select ${noun}`, onActive(onSelect), { group, enabled: onSelect !== undefined })

  // A page of other rows is walked from its start.
  const isGone = activeId !== null && index < 0
  useEffect(() => {
    if (isGone) setActiveId(null)
  }, [isGone])

  const rowProps = (id: string) => ({
    tabIndex: -1,
    'data-active': id === activeId || undefined,
    onFocus: () => setActiveId(id),
    ref: (element: HTMLElement | null) => {
      if (element) rows.current.set(id, element)
      else rows.current.delete(id)
    },
  })
  return { activeId, rowProps }
}
