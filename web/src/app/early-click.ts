declare global {
  /** The last button that was clicked before the store had started (public/shell.js). */
  var earlyButton: Element | undefined
}

let early: Element | undefined

/** Remembers an early click. From now on React receives the clicks itself. */
export function keepEarlyClick() {
  early = globalThis.earlyButton
}

/** Repeats the early click once the store has started: on the same button, or on the one that has replaced it. */
export function repeatEarlyClick() {
  const button = early
  early = undefined
  if (!button) return
  const name = button.getAttribute('aria-label')
  const same = button.isConnected ? button : name && document.querySelector(`header [aria-label="${name}"]`)
  if (same instanceof HTMLElement) same.click()
}
