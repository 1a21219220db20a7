/** Moves the focus to the start of the screen, when what had it goes away. */
export function focusMain() {
  document.getElementById('main')?.focus({ preventScroll: true })
}
