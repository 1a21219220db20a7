import type { AdminOrder, OrderStatus } from '@prankpost/contracts/order'
import { parcelIdOf } from '@prankpost/contracts/parcel-id'

const unpaidStatuses: readonly OrderStatus[] = ['pending', 'payment_failed', 'cancelled']

interface Parcels {
  ids: string[]
  /** Orders without a parcel yet, by reason. */
  unpaid: AdminOrder[]
  unshipped: AdminOrder[]
}

/**
 * The parcels of these orders, newest order first. The parcels of a one-time order are known once it is paid. Those of
 * a plan are known once they are shipped: only then are they items of the month's order.
 */
export function parcelsOf(orders: readonly AdminOrder[]): Parcels {
  const known: AdminOrder[] = []
  const unpaid: AdminOrder[] = []
  const unshipped: AdminOrder[] = []
  for (const order of orders) {
    if (!wasPaid(order)) unpaid.push(order)
    else if (order.items.length === 0) unshipped.push(order)
    else known.push(order)
  }
  const ids = known
    .sort((a, b) => b.id.localeCompare(a.id))
    .flatMap((order) => order.items.map((item) => parcelIdOf(order, item)))
  return { ids, unpaid, unshipped }
}

/** Why some orders have nothing to print; undefined when all of them have parcels. */
export function missingParcelsMessage({ unpaid, unshipped }: Omit<Parcels, 'ids'>): string | undefined {
  const reasons = [
    unpaid.length > 0 && `Not paid yet: ${numbersOf(unpaid)}.`,
    unshipped.length > 0 && `No parcel of the plan shipped yet: ${numbersOf(unshipped)}.`,
  ]
  return reasons.filter(Boolean).join(' ') || undefined
}

const wasPaid = ({ status, statusHistory }: AdminOrder) =>
  [status, ...statusHistory.map((entry) => entry.status)].some((one) => !unpaidStatuses.includes(one))

function numbersOf(orders: AdminOrder[]): string {
  const shown = orders.slice(0, 5).map(({ orderNumber }) => orderNumber)
  const more = orders.length - shown.length
  return shown.join(', ') + (more > 0 ? ` and ${more} more` : '')
}
