declare global {
  /** The buttons that were clicked before the store had started, in order (public/shell.js). */
  var earlyButtons: Element[] | undefined
}

let early: Element[] = []

/** Takes over the recorded clicks. From now on React receives the clicks itself. */
export function keepEarlyClicks() {
  // A second click on a toggle that does not react is impatience, and must not undo the first.
  early = (globalThis.earlyButtons ?? early).filter(
    (button, at, all) => button !== all[at - 1] || !button.hasAttribute('aria-pressed'),
  )
  globalThis.earlyButtons = undefined
}

/** Repeats the early clicks once the store has started: on the same buttons, or on those that have replaced them. */
export async function repeatEarlyClicks() {
  for (const button of early.splice(0)) {
    const same = button.isConnected
      ? (button as HTMLElement)
      : document.querySelector<HTMLElement>(`header [aria-label="${button.ariaLabel}"]`)
    same?.click()
    // Each click sees what the one before has changed.
    await new Promise((resolve) => setTimeout(resolve))
  }
}
