import { deletedCustomerName, erasedAddress, isStillPlanned } from '@prankpost/contracts'
import type { PersonalData, Subject } from '@prankpost/service-kit'
import type { Deps } from './deps.ts'
import { erasedTexts, isWithoutRecipient, withoutRecipient, withoutTexts } from './forget-addresses.ts'
import { hiddenFields, toAdminOrder } from './order.dto.ts'
import { type Order, searchTermsOf } from './order.model.ts'
import { customerItemStatusOf, isItemWaiting } from './parcels.ts'
import { toHistoryReaction } from './reveals.ts'
import { assignTo } from './use-cases/recover-guest-orders.ts'

/**
 * The personal data that order stores: the customer's orders. Amounts, dates and pranks are kept for accounting, without
 * names. A paid order that is not sent yet is still sent: its address is erased once it is sent, after 90 days at the
 * latest, or a week after the ship-by date of a later day that the customer chose. An export does not contain why a parcel is
 * held, because its recipient may have reported harassment.
 */
export function personalData({ orders, outbox, now }: Pick<Deps, 'orders' | 'outbox' | 'now'>): PersonalData {
  return {
    async *collect(subject) {
      const found = orders
        .find(await ordersOf(subject), hiddenFields)
        .lean()
        .cursor()
      for await (const order of found) {
        const { user: _account, stripePaymentIntentId, ...shown } = toAdminOrder(order, null)
        const items = shown.items.map(
          ({ adminNotes: _internal, review: _found, reference: _onDocument, ...item }, index) => ({
            ...item,
            ...shownOf(order, order.items[index]),
          }),
        )
        yield { ...shown, items, stripePaymentIntentId }
      }
    },
    async count(subject) {
      const filter = await ordersOf(subject)
      const all = await orders.countDocuments(filter)
      const waiting = await orders.countDocuments({
        ...filter,
        status: { $in: ['paid', 'processing'] },
        type: 'once',
      })
      return [
        { what: 'Orders: amounts, dates and pranks stay for the books', outcome: 'anonymized', count: all },
        { what: 'Addresses of orders that are paid and not sent yet', outcome: 'kept', count: waiting },
      ]
    },
    async erase(subject) {
      await adoptGuestOrders(subject, { orders, outbox })
      let done = true
      for await (const { _id } of orders.find({ ownerId: subject.ownerId }, { _id: 1 }).lean().cursor()) {
        await outbox.change({ _id }, (order) => {
          const keepsAddress = isAwaited(order) && (!subject.isOverdue || isPlanned(order, now()))
          if (keepsAddress) done = false
          if (isAnonymized(order, keepsAddress)) return null
          // `cartKey` is a digest of addresses, which could be found by guessing.
          return { update: { $set: withoutNames(order, keepsAddress), $unset: { cartKey: 1 } } }
        })
      }
      return { done }
    },
  }

  async function ordersOf({ ownerId, verifiedEmail }: Subject) {
    const email = await verifiedEmail()
    return email === null ? { ownerId } : { $or: [{ ownerId }, { guestEmail: email }] }
  }
}

/**
 * The state of an item for its customer, what the customer chose to show, and what its recipient answered. The guesses belong to
 * the recipient.
 */
function shownOf(
  order: Parameters<typeof customerItemStatusOf>[0],
  item: Order['items'][number] | undefined,
) {
  const { reveal } = item ?? {}
  const chosen = reveal && { mode: reveal.mode, name: reveal.name, names: reveal.names, at: reveal.at }
  return {
    ...(item && { status: customerItemStatusOf(order, item) }),
    reveal: chosen ?? null,
    reaction: item ? toHistoryReaction(item) : null,
    arriveBy: item?.arriveBy ?? null,
  }
}

/**
 * Guest orders with the customer's verified address belong to the customer: they are erased like the others, here and, because
 * order-recovered names the owner, in fulfilment. Each order is one write with its event; a repeat, also after a crash between two
 * orders, finds those that are left.
 */
async function adoptGuestOrders(
  { ownerId, verifiedEmail }: Subject,
  { orders, outbox }: Pick<Deps, 'orders' | 'outbox'>,
) {
  const guestEmail = await verifiedEmail()
  if (guestEmail === null) return
  for await (const { _id } of orders.find({ guestEmail }, { _id: 1 }).lean().cursor())
    await outbox.change({ _id, guestEmail }, (order) => assignTo({ id: ownerId }, order, { counts: false }))
}

/** Whether its parcels must still be sent, or may have to be, because it can still be paid. */
export function isAwaited({ type, status, checkout, unpaidUntil }: Order): boolean {
  if (type !== 'once') return false
  if (status === 'paid' || status === 'processing') return true
  // Its session may have been opened on any day until the order expires, and expiry removes the order.
  return status === 'pending' && checkout?.stripeSessionId != null && unpaidUntil !== undefined
}

/** Whether one of its parcels is to be sent for a later day. */
const isPlanned = (order: Order, now: Date) =>
  order.items.some((item) => isItemWaiting(order, item) && isStillPlanned(item, now))

const isAnonymized = (order: Order, keepsAddress: boolean) =>
  isWithoutNames(order, keepsAddress) && !hasReasons(order) && !order.items.some(hasRevealOrMessage)

const isWithoutNames = ({ customer, items, customMessage, cartKey }: Order, keepsAddress: boolean) =>
  cartKey === undefined &&
  customer.name === deletedCustomerName &&
  customer.email === null &&
  (keepsAddress || (customMessage === null && items.every(isWithoutRecipient)))

/** Whether a refund, the cancellation or a refusal has a reason, which the operator may have written about the customer. */
const hasReasons = ({ refunds = [], cancellation, items }: Order) =>
  refunds.some(({ reason }) => reason !== null) ||
  Boolean(cancellation?.reason) ||
  items.some(({ refused }) => refused?.reason)

/** Whether an item has names that the customer chose to show, or a message of its recipient. */
const hasRevealOrMessage = ({ reveal, reaction }: Order['items'][number]) =>
  Boolean(reveal || reaction?.message)

/**
 * The fields of an order that contain personal data, anonymized. An order that must still be sent keeps its addresses.
 */
export function withoutNames(order: Order, keepsAddress: boolean) {
  const customer = { name: deletedCustomerName, email: null }
  const items = order.items.map((item) =>
    keepsAddress ? withoutTexts(item) : { ...withoutRecipient(item), contact: { ...erasedAddress } },
  )
  const customMessage = keepsAddress ? order.customMessage : null
  const changed = { ...erasedTexts(order), customer, items, customMessage }
  return {
    ...changed,
    searchTerms: searchTermsOf({ ...order, ...changed }),
  }
}
