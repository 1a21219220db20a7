/** Moves the focus to the start of the screen. Used when the focused element is removed. */
export function focusMain() {
  document.getElementById('main')?.focus({ preventScroll: true })
}
