import type { OrderStats } from '@prankpost/contracts/order'

/** The bars of the open orders, in the order of an order's lifecycle. */
export const openOrderBars: [status: keyof OrderStats['openOrders'], label: string, fill: string][] = [
  ['pending', 'Pending', '#b8860b'],
  ['paid', 'Paid', '#14753f'],
  ['processing', 'Processing', '#008291'],
  ['payment_failed', 'Payment Failed', '#c81e3a'],
]
