import { useHotkeys } from 'react-hotkeys-hook'

interface ShortcutOptions {
  /** The heading under which the help lists it. */
  group?: string
  enabled?: boolean
  /** Whether it is for an open dialog or drawer; all other shortcuts are disabled while one is open. */
  inDialog?: boolean
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
  { group = 'Everywhere', enabled = true, inDialog = false }: ShortcutOptions = {},
) {
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
    metadata: { group },
  })
}

/** Whether a modal or drawer is open. */
function isDialogOpen(): boolean {
  return [...document.querySelectorAll('[role="dialog"][aria-modal="true"]')].some((dialog) =>
    dialog.checkVisibility(),
  )
}

/** Whether Enter is handled by the focused element itself, such as a button. */
function isControl(target: EventTarget | null): boolean {
  return (
    target instanceof Element && target.closest('a, button, summary, [role="tab"], [role="button"]') !== null
  )
}
