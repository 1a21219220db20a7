/** The DOM ids of an order's elements in the list. */
export const rowIdOf = (orderId: string) => `order-${orderId}`
export const titleIdOf = (orderId: string) => `order-title-${orderId}`

/** Moves the focus to an order's row, if it is on the page. */
export function focusRow(orderId: string) {
  const row = document.getElementById(rowIdOf(orderId))
  row?.focus({ preventScroll: true })
  row?.scrollIntoView({ block: 'nearest' })
}

/** Moves the focus to the status dropdown in an element. */
export function focusStatus(within: Element | null | undefined) {
  within?.querySelector<HTMLElement>('[role="combobox"]')?.focus()
}
