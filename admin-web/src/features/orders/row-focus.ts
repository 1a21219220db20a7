/** Ids of the elements of an order in the list. */
export const rowIdOf = (orderId: string) => `order-${orderId}`
export const titleIdOf = (orderId: string) => `order-title-${orderId}`

/** Puts the keys on an order's row, where it is on the page. */
export function focusRow(orderId: string) {
  const row = document.getElementById(rowIdOf(orderId))
  row?.focus({ preventScroll: true })
  row?.scrollIntoView({ block: 'nearest' })
}

/** Gives the keys back to the row or drawer around the field with the focus: fields keep all keys to themselves. */
export function leaveField() {
  document.activeElement?.closest<HTMLElement>('article, .ant-drawer')?.focus()
}

/** Puts them on the status dropdown inside of an element. */
export function focusStatus(within: Element | null | undefined) {
  within?.querySelector<HTMLElement>('[role="combobox"]')?.focus()
}
