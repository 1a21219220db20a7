import { deletedCustomerName, erasedAddress } from '@prankpost/contracts'
import type { PersonalData, Subject } from '@prankpost/service-kit'
import type { Deps } from './deps.ts'
import { hiddenFields, toAdminOrder } from './order.dto.ts'
import { type Order, searchTermsOf } from './order.model.ts'

/** A session at Stripe ends within a day: an order that is not paid by then will not be. */
const payableMs = 2 * 86_400_000

/**
 * What order holds of a customer: their orders. Amounts, dates and what was ordered stay for the books, without
 * names. What is paid and not sent yet is still sent: its address goes with the parcel, after 90 days at last.
 */
export function personalData({ orders, outbox }: Pick<Deps, 'orders' | 'outbox'>): PersonalData {
  return {
    async *collect(subject) {
      const found = orders
        .find(await ordersOf(subject), hiddenFields)
        .lean()
        .cursor()
      for await (const order of found) {
        const { user: _account, stripePaymentIntentId, ...shown } = toAdminOrder(order, null)
        const items = shown.items.map(({ adminNotes: _internal, reference: _onPaper, ...item }) => item)
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
      await adoptGuestOrders(subject, { orders })
      let done = true
      for await (const { _id } of orders.find({ ownerId: subject.ownerId }, { _id: 1 }).lean().cursor()) {
        await outbox.change({ _id }, (order) => {
          const waits = isAwaited(order) && !subject.isOverdue
          if (waits) done = false
          if (isNameless(order, waits)) return null
          // A digest of addresses can be guessed at.
          return { update: { $set: withoutNames(order, waits), $unset: { cartKey: 1 } } }
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

/** Orders of a guest with that verified address are the customer's: like the others they go, or wait to be sent. */
async function adoptGuestOrders({ ownerId, verifiedEmail }: Subject, { orders }: Pick<Deps, 'orders'>) {
  const guestEmail = await verifiedEmail()
  if (guestEmail === null) return
  await orders.updateMany(
    { guestEmail },
    { $set: { ownerId }, $unset: { guestEmail: 1 }, $inc: { revision: 1 } },
  )
}

/** Whether its parcels are to be sent, or may come to be: its money can still come in. */
export function isAwaited({ type, status, createdAt, checkout }: Order): boolean {
  if (type !== 'once') return false
  if (status === 'paid' || status === 'processing') return true
  const isPayable = checkout?.stripeSessionId != null && Date.now() - createdAt.getTime() < payableMs
  return status === 'pending' && isPayable
}

const isNameless = ({ customer, items, customMessage, cartKey }: Order, waits: boolean) =>
  cartKey === undefined &&
  customer.name === deletedCustomerName &&
  customer.email === null &&
  (waits || (customMessage === null && items.every(({ contact }) => contact.name === erasedAddress.name)))

/** What of an order tells who was in it, in words that do not; of one that waits to be sent the addresses stay. */
export function withoutNames(order: Order, waits: boolean) {
  const customer = { name: deletedCustomerName, email: null }
  const items = waits
    ? order.items
    : order.items.map((item) => ({
        ...item,
        contactId: null,
        contact: { ...erasedAddress },
        trackingNumber: null,
        adminNotes: null,
      }))
  const customMessage = waits ? order.customMessage : null
  const changed = { customer, items, customMessage }
  return { ...changed, searchTerms: searchTermsOf({ ...order, ...changed }) }
}
