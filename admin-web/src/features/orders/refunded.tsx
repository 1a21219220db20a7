import type { AdminOrder } from '@prankpost/contracts/order'
import { centsOf } from '../../lib/amounts.ts'

/** The amount that was refunded, next to the total; nothing without refunds. */
export function Refunded({ order: { refunded } }: { order: AdminOrder }) {
  if (centsOf(refunded) === 0) return null
  return <span className="order-refunded">−${refunded} refunded</span>
}
