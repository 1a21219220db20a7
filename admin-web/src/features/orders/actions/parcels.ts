import type { AdminOrder } from '@prankpost/contracts/order'
import { parcelIdOf } from '@prankpost/contracts/parcel-id'
import { isDisputed, isUnsent, wasPaid } from '../order-state.ts'

/** Why an order, or a parcel of it, has no document. */
const reasons = {
  unpaid: 'Not paid yet',
  unshipped: 'No parcel of the plan shipped yet',
  disputed: 'Held by a dispute',
  partlyHeld: 'Without their held parcels',
  cancelled: 'Cancelled',
}

/**
 * The parcels of these orders, newest order first. `leftOut` says why some orders have nothing to print; undefined when all
 * have parcels. The parcels of a one-time order are known once it is paid. Those of a plan are known once they are shipped:
 * only then are they items of the month's order. Withdrawn and held parcels, and orders that a dispute holds, are omitted:
 * the server would refuse the whole document.
 */
export function parcelsOf(orders: readonly AdminOrder[]): { ids: string[]; leftOut: string | undefined } {
  const { known = [], ...missing } = Object.groupBy(orders, stateOf)
  const partlyHeld = known.filter(({ items }) => items.some(isHeld))
  const ids = known
    .sort((a, b) => b.id.localeCompare(a.id))
    .flatMap((order) =>
      order.items
        .filter((item) => !isWithdrawn(item) && !isHeld(item))
        .map((item) => parcelIdOf(order, item)),
    )
  const omitted: Partial<Record<string, AdminOrder[]>> = { ...missing, partlyHeld }
  const texts = Object.entries(reasons).flatMap(([name, reason]) =>
    omitted[name]?.length ? [`${reason}: ${numbersOf(omitted[name])}.`] : [],
  )
  return { ids, leftOut: texts.join(' ') || undefined }
}

function stateOf(order: AdminOrder) {
  if (!wasPaid(order)) return 'unpaid'
  if (order.items.length === 0) return 'unshipped'
  if (order.items.every(isWithdrawn)) return 'cancelled'
  return isDisputed(order) && order.items.some(isUnsent) ? 'disputed' : 'known'
}

const isHeld = ({ status }: AdminOrder['items'][number]) => status === 'held'
const isWithdrawn = ({ status }: AdminOrder['items'][number]) => status === 'cancelled'

function numbersOf(orders: AdminOrder[]): string {
  const shown = orders.slice(0, 5).map(({ orderNumber }) => orderNumber)
  const more = orders.length - shown.length
  return shown.join(', ') + (more > 0 ? ` and ${more} more` : '')
}
