import type { OrderStatus } from '@prankpost/contracts/order'

/** The bars of the order statuses, in the order of an order's lifecycle. */
export const orderStatusBars: [status: OrderStatus, label: string, fill: string][] = [
  ['pending', 'Pending', '#b8860b'],
  ['paid', 'Paid', '#14753f'],
  ['processing', 'Processing', '#008291'],
  ['shipped', 'Shipped', '#1668c9'],
  ['delivered', 'Delivered', '#6a34e0'],
  ['payment_failed', 'Payment Failed', '#c81e3a'],
  ['cancelled', 'Cancelled', '#8b8197'],
]
