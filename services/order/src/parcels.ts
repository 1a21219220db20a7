import { heldForReview, type ItemStatus, parcelIdOf, type ScreeningMatch } from '@prankpost/contracts'
import { arrivalInEvent } from './arrivals.ts'
import type { Order } from './order.model.ts'
import type { OrderItem } from './order-item.model.ts'
import { hasOpenDispute } from './refund.model.ts'

type ParcelOrder = Pick<
  Order,
  '_id' | 'type' | 'status' | 'items' | 'paidAt' | 'packedAt' | 'disputes' | keyof SentFields
>

/** The id of an item's parcel, as all services use it. */
export const parcelId = ({ _id, type }: Pick<Order, '_id' | 'type'>, item: Pick<OrderItem, 'id'>): string =>
  parcelIdOf({ id: String(_id), subscriptionType: type }, item)

/** The idempotency key of the one refund of a parcel that came back, for all calls of all operators. */
export const refundKeyOf = (parcelId: string): string => `returned-${parcelId}`

const isSentStatus = (status: Order['status']) => status === 'shipped' || status === 'delivered'

type SentFields = Pick<Order, 'sentAt' | 'statusHistory' | 'announcedAt'>

/**
 * When the parcels of a one-time order were sent. Earlier versions stored it only in the history. An order that was imported as
 * shipped, and announced later, is to be sent after all.
 */
export function sentAtOf({ sentAt, statusHistory, announcedAt }: SentFields): Date | undefined {
  const isUndone = (actor: string) => actor === 'import' && announcedAt !== undefined
  return sentAt ?? statusHistory.find(({ status, actor }) => isSentStatus(status) && !isUndone(actor))?.at
}

/** When an operator decided last to send the parcel again. */
export const sentAgainAtOf = ({ sentAgain = [] }: Pick<OrderItem, 'sentAgain'>): Date | null =>
  sentAgain.at(-1)?.at ?? null

/** Whether the parcel came back and waits to be sent again. */
export const isSendingAgain = (item: OrderItem): boolean =>
  sentAgainAtOf(item) !== null && item.shippedAt === null && !item.withdrawnAt

/** Whether the parcel was sent, and is not to be sent again. A withdrawn parcel never is. */
export function isItemSent(order: ParcelOrder, item: OrderItem): boolean {
  if (item.withdrawnAt || isSendingAgain(item)) return false
  return item.shippedAt !== null || (order.type === 'once' && sentAtOf(order) !== undefined)
}

/** Whether the parcel can still be withdrawn: it is neither sent nor withdrawn. */
export const isItemWaiting = (order: ParcelOrder, item: OrderItem): boolean =>
  !item.withdrawnAt && !isItemSent(order, item)

/** Whether any parcel was sent. */
export const hasSentParcel = (order: ParcelOrder): boolean =>
  order.items.some((item) => isItemSent(order, item))

/** Whether its labels or slips may be printed already. */
export const isPacked = (order: ParcelOrder): boolean =>
  order.packedAt !== undefined || order.status === 'processing' || hasSentParcel(order)

/** When the parcel was sent; null if it was not. */
export const shippedAtOf = (order: ParcelOrder, item: OrderItem): Date | null =>
  isItemSent(order, item) ? (item.shippedAt ?? sentAtOf(order) ?? null) : null

/** The state of a parcel, for its customer and for the operator. */
export function itemStatusOf(order: ParcelOrder, item: OrderItem): ItemStatus {
  if (item.withdrawnAt) return 'cancelled'
  if (item.deliveredAt || order.status === 'delivered') return 'delivered'
  if (isItemSent(order, item)) return 'shipped'
  if (order.status === 'cancelled') return 'cancelled'
  if (order.paidAt === undefined) return 'waiting'
  if (hasOpenDispute(order) || item.heldBecause) return 'held'
  return isPacked(order) ? 'packed' : 'preparing'
}

/** The same for its customer, who does not learn that the recipient reported harassment: a hold for that alone is not shown. */
export const customerItemStatusOf = (order: ParcelOrder, item: OrderItem): ItemStatus =>
  itemStatusOf(order, isHeldForReport(item) ? { ...item, heldBecause: null } : item)

const isHeldForReport = (item: OrderItem) =>
  item.heldBecause === heldForReview && pendingReview(item)?.every(({ kind }) => kind === 'report')

/**
 * The status of an order, which is delivered with its last parcel that is not withdrawn. A plan's month is complete only when all its
 * parcels were shipped.
 */
export function statusWithDeliveries({
  type,
  status,
  items,
}: Pick<Order, 'type' | 'status' | 'items'>): Order['status'] {
  const isComplete = items.every(({ deliveredAt, withdrawnAt }) => deliveredAt || withdrawnAt)
  const hasArrived = isComplete && items.some(({ deliveredAt }) => deliveredAt)
  return hasArrived && (type === 'once' || status === 'shipped') ? 'delivered' : status
}

/** The status of a plan's month of which nothing more is sent: it was shipped as far as parcels were sent once. */
export const closedStatus = (month: Pick<Order, 'type' | 'items'>): Order['status'] =>
  month.items.length > 0 ? statusWithDeliveries({ ...month, status: 'shipped' }) : 'cancelled'

/** What a person has to review before the parcel is sent; null when nothing is left to review. */
export const pendingReview = ({ screening, withdrawnAt }: OrderItem): ScreeningMatch[] | null =>
  screening && !screening.decidedAt && !withdrawnAt
    ? screening.matches.map(({ kind, where }) => ({ kind, where }))
    : null

/**
 * The revision of the parcels' state. With a parcel that was held before the payment it is one higher: a reader that took a
 * parcel from an order-paid without its hold, as earlier versions do, applies the state of the next answer or event.
 */
export const revisionOf = ({
  items,
  parcelsRevision = 0,
}: Pick<Order, 'items' | 'parcelsRevision'>): number =>
  parcelsRevision + (items.some(({ screening }) => screening) ? 1 : 0)

/** The present state of all parcels of a one-time order, for events and for fulfilment. */
export const parcelsState = (
  order: Pick<Order, '_id' | 'type' | 'items' | 'parcelsRevision' | 'paidAt' | 'externalId'>,
) => ({
  parcelsRevision: revisionOf(order),
  // The stock may never have counted an imported order: nothing of it returns after 30 days.
  paidAt: order.externalId === undefined ? order.paidAt?.toISOString() : undefined,
  parcels: order.items.map((item) => ({
    parcelId: parcelId(order, item),
    contact: fullContact(item),
    isWithdrawn: Boolean(item.withdrawnAt),
    withdrawnAt: item.withdrawnAt?.toISOString() ?? null,
    prankId: item.prank.id,
    quantity: item.quantity,
    shippedAt: item.shippedAt?.toISOString() ?? null,
    carrier: item.carrier ?? null,
    trackingNumber: item.trackingNumber,
    heldBecause: item.heldBecause ?? null,
    review: pendingReview(item),
    returnedAt: item.returnedAt?.toISOString() ?? null,
    sentAgainAt: sentAgainAtOf(item)?.toISOString() ?? null,
    ...arrivalInEvent(item),
  })),
})

/** The address of an item with all its parts: imported orders may lack some. */
export const fullContact = ({ contact }: Pick<OrderItem, 'contact'>) => ({
  name: contact.name,
  address: contact.address ?? '',
  address2: contact.address2 ?? null,
  city: contact.city ?? '',
  state: contact.state ?? '',
  zipCode: contact.zipCode ?? '',
})

type ParcelFields = Pick<Order, 'items' | 'parcelsRevision' | 'announcedAt'>

/** The fields to store with changed parcels: the next revision, and that fulfilment's reconciliation reads them again. */
export const parcelFields = (order: Order, items: OrderItem[], at: Date): ParcelFields => ({
  items,
  parcelsRevision: (order.parcelsRevision ?? 0) + 1,
  // An order that was never announced stays so.
  ...(order.announcedAt === undefined ? {} : { announcedAt: at }),
})

/** The fields to store once these items are withdrawn. */
export function withdraw(order: Order, itemIds: string[], at: Date): ParcelFields {
  const items = order.items.map((item) => (itemIds.includes(item.id) ? { ...item, withdrawnAt: at } : item))
  return parcelFields(order, items, at)
}
