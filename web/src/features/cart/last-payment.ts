import { call, isRecord, parseJson } from '@prankpost/web-kit'
import { type CartItem, cartSlot } from '../../lib/cart.ts'
import { dropPaidCart, isPaid } from '../../lib/parking.ts'
import { slot } from '../../lib/storage.ts'

/** A payment page that was opened: its order and session, and for which items it was. */
interface Payment {
  orderId: string
  sessionId: string
  items: string[]
}

/** The latest payment page of this tab. Its items are stored without names and addresses. */
const lastPaymentSlot = slot<Payment | null>({
  area: 'session',
  key: 'prankpost-last-payment',
  empty: null,
  read: (text) => {
    const stored = parseJson(text)
    return isRecord(stored) && Array.isArray(stored.items) ? (stored as unknown as Payment) : null
  },
})

const keyOf = ({ prankId, contactId, quantity }: CartItem) => `${prankId} ${contactId} ${quantity}`

/** Stores for what the payment page is opened now. */
export function storePayment({ orderId, sessionId }: Omit<Payment, 'items'>, cart: CartItem[]) {
  lastPaymentSlot.set({ orderId, sessionId, items: cart.map(keyOf) })
}

/**
 * The latest payment, if it has paid although the customer came back without its result: the way to /success may have
 * failed. Null without one, and when it cannot be checked.
 */
export async function findPaid(): Promise<Payment | null> {
  const last = lastPaymentSlot.get()
  if (!last || isPaid(last.sessionId)) return null
  const { orderId, sessionId } = last
  try {
    await call('POST /api/confirm-payment-success', { body: { orderId, sessionId } })
    return last
  } catch {
    return null
  }
}

/** Deletes the items that a payment has paid. Items that were added or changed since then stay. */
export function dropPaidItems({ sessionId, items }: Payment) {
  const paid = [...items]
  const others = cartSlot.get().filter((item) => {
    const at = paid.indexOf(keyOf(item))
    if (at >= 0) paid.splice(at, 1)
    return at < 0
  })
  dropPaidCart(sessionId)
  cartSlot.set(others)
}
