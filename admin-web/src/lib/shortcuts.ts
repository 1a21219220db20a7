import { useCallback, useEffect, useRef } from 'react'
import { useHotkeys } from 'react-hotkeys-hook'

interface ShortcutOptions {
  /** The heading under which the help lists it. */
  group?: string
  enabled?: boolean
  /** Whether it is for an open dialog or drawer; all other shortcuts are disabled while one is open. */
  inDialog?: boolean
  /** Whether the command bar offers it, too; keys that only move in a list are no commands. */
  isCommand?: boolean
}

/** What the help and the command bar know of a shortcut, besides its key and its description. */
export type ShortcutMetadata = {
  group: string
  inDialog: boolean
  isCommand: boolean
  act: () => void
}

/**
 * Runs `act` when a key is pressed outside of fields, while the component is mounted. During this time the help ('?')
 * lists it. Keys are named by the character they produce: `j`, `/`, `enter`, `shift+x`; several with commas.
 * @example useShortcut('j', 'Next message', goNext, { group: 'Mail' })
 */
export function useShortcut(
  keys: string,
  description: string,
  act: () => void,
  { group = 'Everywhere', enabled = true, inDialog = false, isCommand = true }: ShortcutOptions = {},
) {
  const metadata: ShortcutMetadata = { group, inDialog, isCommand, act: useLatest(act) }
  useHotkeys(keys, act, {
    enabled,
    useKey: true,
    preventDefault: true,
    // The position of a symbol, and whether it needs Shift, depends on the keyboard layout.
    ignoreModifiers: !/^\w/.test(keys),
    ignoreEventWhen: (event) =>
      event.ctrlKey ||
      event.metaKey ||
      event.altKey ||
      isDialogOpen() !== inDialog ||
      (event.key === 'Enter' && isControl(event.target)),
    description,
    metadata,
  })
}

/**
 * Runs `act` on Ctrl and a key, on a Mac Cmd: in fields, too, and over a drawer. Not over a modal, whose form would be lost.
 * @example useModShortcut('k', 'Search and commands', open)
 */
export function useModShortcut(key: string, description: string, act: () => void) {
  const metadata: ShortcutMetadata = {
    group: 'Everywhere',
    inDialog: false,
    isCommand: false,
    act: useLatest(act),
  }
  useHotkeys(`mod+${key}`, act, {
    useKey: true,
    preventDefault: true,
    enableOnFormTags: true,
    ignoreEventWhen: () => isShown('.ant-modal'),
    description,
    metadata,
  })
}

/** A shortcut as it is written on a keyboard: `Ctrl K`, on a Mac `⌘ K`. */
export const keyText = (hotkey: string) =>
  hotkey.replace(/^mod\+(.)/, (_, key: string) => `${isMac ? '⌘' : 'Ctrl'} ${key.toUpperCase()}`)

const isMac = /mac/i.test(navigator.userAgent)

/** A function that does not change and calls the latest version of `act`: a changed one would register the key again. */
function useLatest(act: () => void): () => void {
  const latest = useRef(act)
  useEffect(() => {
    latest.current = act
  })
  return useCallback(() => latest.current(), [])
}

/** Whether a modal or drawer is open. */
const isDialogOpen = () => isShown('[role="dialog"][aria-modal="true"]')

const isShown = (selector: string) =>
  [...document.querySelectorAll(selector)].some((element) => element.checkVisibility())

/** Whether Enter is handled by the focused element itself, such as a button. */
function isControl(target: EventTarget | null): boolean {
  return (
    target instanceof Element && target.closest('a, button, summary, [role="tab"], [role="button"]') !== null
  )
}
