import { useHotkeys } from 'react-hotkeys-hook'

interface ShortcutOptions {
  /** Under which heading the help lists it. */
  group?: string
  enabled?: boolean
  /** Whether it is for an open dialog or drawer; all others rest while one is open. */
  inDialog?: boolean
}

/**
 * Does something when a key is pressed outside of fields, while the component is on the screen; the help ('?')
 * lists it as long. Keys are named by what they produce: `j`, `/`, `enter`, `shift+x`; several with commas.
 * @example useShortcut('j', 'Next message', goNext, { group: 'Mail' })
 */
export function useShortcut(
  keys: string,
  does: string,
  act: () => void,
  { group = 'Everywhere', enabled = true, inDialog = false }: ShortcutOptions = {},
) {
  useHotkeys(keys, act, {
    enabled,
    useKey: true,
    preventDefault: true,
    // Where a sign sits, and whether it takes Shift, is the keyboard's business.
    ignoreModifiers: !/^\w/.test(keys),
    ignoreEventWhen: (event) =>
      event.ctrlKey ||
      event.metaKey ||
      event.altKey ||
      isDialogOpen() !== inDialog ||
      (event.key === 'Enter' && isControl(event.target)),
    description: does,
    metadata: { group },
  })
}

/** Whether a modal or drawer is open. */
function isDialogOpen(): boolean {
  return [...document.querySelectorAll('[role="dialog"][aria-modal="true"]')].some((dialog) =>
    dialog.checkVisibility(),
  )
}

/** Enter on a button is the button's. */
function isControl(target: EventTarget | null): boolean {
  return (
    target instanceof Element && target.closest('a, button, summary, [role="tab"], [role="button"]') !== null
  )
}
