import type { AdminOrder, QueuedParcel } from '@prankpost/contracts'
import type { Cancellation } from '../../ledgers/index.ts'
import type { Desk } from './operator.ts'
import { expectStatus, type Shop } from './shop.ts'

/** The recipients in this street want no parcels. */
export const quietStreet = 'Quiet Street'

/** Whether an order is not moved through its statuses: its message is a threat, or its recipient lists the address. */
export const isSpecial = (order: AdminOrder, { journal }: Pick<Shop, 'journal'>): boolean =>
  isThreat(order, journal) || isForQuietStreet(order)

const isThreat = ({ customMessage }: AdminOrder, journal: Shop['journal']) =>
  journal.purchases.get(customMessage ?? '')?.isThreat === true
const isForQuietStreet = ({ items }: AdminOrder) =>
  items.some(({ contact }) => contact.address?.endsWith(quietStreet))

/**
 * The operator cannot ship a threat, and refuses it; the recipient in the quiet street stops all parcels with the code on the
 * slip. Either way, the order is cancelled and refunded. An order that its customer has cancelled is left alone. @throws GaveUp
 */
export async function decideAbout(order: AdminOrder, desk: Desk, shop: Shop): Promise<void> {
  const { cancellations } = shop.journal
  if (cancellations.has(order.id)) return
  const cancellation: Cancellation = { by: 'operator', done: 'unsure' }
  shop.journal.cancelled(order.id, cancellation)
  const decide = isThreat(order, shop.journal) ? refuse : stopAll
  const isDone = await decide(order, desk, shop)
  shop.journal.note('decided', { orderId: order.id, how: decide.name, isDone })
  if (isDone) cancellation.done = 'sure'
  // Its parcel is not in the queue yet: the next round tries again.
  else cancellations.delete(order.id)
}

async function refuse({ id }: AdminOrder, desk: Desk, shop: Shop): Promise<boolean> {
  const body = { status: 'shipped' }
  const shipped = await desk.call('PATCH', `/api/admin/orders/${id}/status`, body)
  expectStatus(shipped, [409], `shipping the threat ${id}`, shop)
  const labels = await desk.call('POST', '/api/admin/parcels/labels', { ids: [`${id}-1`] })
  expectStatus(labels, [404, 409], `label of the threat ${id}`, shop)
  const path = `/api/admin/parcels/${id}-1/refuse`
  const refused = await desk.call('POST', path, { reason: 'It reads like a threat.' })
  return expectStatus(refused, [200, 404, 409], `refusal of ${id}`, shop)?.status === 200
}

async function stopAll({ id, items }: AdminOrder, desk: Desk, shop: Shop): Promise<boolean> {
  const parcelId = `${id}-1`
  const labels = await desk.call('POST', '/api/admin/parcels/labels', { ids: [parcelId] })
  if (expectStatus(labels, [200, 404, 409], `label of ${id}`, shop)?.status !== 200) return false
  const query = new URLSearchParams({ q: items[0]?.contact.name ?? '' })
  const queue = await desk.call('GET', `/api/admin/parcels?${query}`)
  if (expectStatus(queue, [200], 'admin/parcels', shop) === null) return false
  const code = (queue.body.items as QueuedParcel[]).find((one) => one.id === parcelId)?.reference
  if (!code) return false
  const stopped = await desk.call('POST', '/api/slips/stop', { code })
  return expectStatus(stopped, [200], `stop with the slip of ${id}`, shop) !== null
}
