import type { AdminOrder } from '@prankpost/contracts/order'
import { parcelIdOf } from '@prankpost/contracts/parcel-id'
import { isDisputed, isUnsent, wasPaid } from '../order-state.ts'

interface Parcels {
  ids: string[]
  /** Orders without a parcel yet, by reason. */
  unpaid: AdminOrder[]
  unshipped: AdminOrder[]
  held: AdminOrder[]
  /** Orders with a parcel that an operator or a review holds; the other parcels are known. */
  partlyHeld: AdminOrder[]
  cancelled: AdminOrder[]
}

/**
 * The parcels of these orders, newest order first. The parcels of a one-time order are known once it is paid. Those of
 * a plan are known once they are shipped: only then are they items of the month's order. Withdrawn and held parcels, and orders
 * that a dispute holds, are omitted: the server would refuse the whole document.
 */
export function parcelsOf(orders: readonly AdminOrder[]): Parcels {
  const known: AdminOrder[] = []
  const unpaid: AdminOrder[] = []
  const unshipped: AdminOrder[] = []
  const held: AdminOrder[] = []
  const partlyHeld: AdminOrder[] = []
  const cancelled: AdminOrder[] = []
  for (const order of orders) {
    if (!wasPaid(order)) unpaid.push(order)
    else if (order.items.length === 0) unshipped.push(order)
    else if (order.items.every(isWithdrawn)) cancelled.push(order)
    else if (isDisputed(order) && order.items.some(isUnsent)) held.push(order)
    else {
      known.push(order)
      if (order.items.some(isHeld)) partlyHeld.push(order)
    }
  }
  const ids = known
    .sort((a, b) => b.id.localeCompare(a.id))
    .flatMap((order) =>
      order.items
        .filter((item) => !isWithdrawn(item) && !isHeld(item))
        .map((item) => parcelIdOf(order, item)),
    )
  return { ids, unpaid, unshipped, held, partlyHeld, cancelled }
}

/** Why some orders have nothing to print; undefined when all of them have parcels. */
export function missingParcelsMessage(missing: Omit<Parcels, 'ids'>): string | undefined {
  const { unpaid, unshipped, held, partlyHeld, cancelled } = missing
  const reasons = [
    unpaid.length > 0 && `Not paid yet: ${numbersOf(unpaid)}.`,
    unshipped.length > 0 && `No parcel of the plan shipped yet: ${numbersOf(unshipped)}.`,
    held.length > 0 && `Held by a dispute: ${numbersOf(held)}.`,
    partlyHeld.length > 0 && `Without their held parcels: ${numbersOf(partlyHeld)}.`,
    cancelled.length > 0 && `Cancelled: ${numbersOf(cancelled)}.`,
  ]
  return reasons.filter(Boolean).join(' ') || undefined
}

const isHeld = ({ status }: AdminOrder['items'][number]) => status === 'held'
const isWithdrawn = ({ status }: AdminOrder['items'][number]) => status === 'cancelled'

function numbersOf(orders: AdminOrder[]): string {
  const shown = orders.slice(0, 5).map(({ orderNumber }) => orderNumber)
  const more = orders.length - shown.length
  return shown.join(', ') + (more > 0 ? ` and ${more} more` : '')
}
