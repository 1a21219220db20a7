/** Moves the focus from a field to the row or drawer around it: shortcuts do not work in fields. */
export function leaveField() {
  document.activeElement?.closest<HTMLElement>('article, tr[tabindex], .ant-drawer')?.focus()
}

/** The same after a click. After Space, the focus stays on the checkbox. */
export function leaveAfterClick({ detail }: { detail: number }) {
  if (detail > 0) leaveField()
}
