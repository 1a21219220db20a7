import type { CheckedDiscount } from '@prankpost/contracts/discount'
import { isRecord, parseJson } from '@prankpost/web-kit'
import { slot } from '@prankpost/web-kit/storage'
import { type CartItem, cartSlot, parcelMessageSlot, parkedKey, readCart } from './cart.ts'
import { applyDiscount, readDiscount } from './discount.ts'
import { wasSignedInSlot } from './was-signed-in.ts'

interface Parked {
  /** Which copy it is: a duplicated tab has it, too. In one of an earlier version it is the session's. */
  id: string
  cart: CartItem[]
  discount: CheckedDiscount | null
  message: string
  /** The payment session that is to pay for it. */
  sessionId: string
  /** The id of the customer who is to pay; empty in a copy of an earlier version. */
  customer: string
}

export const parkedSlot = slot<Parked | null>({
  area: 'session',
  key: parkedKey,
  empty: null,
  read: readParked,
})

function readParked(text: string): Parked | null {
  const stored = parseJson(text)
  if (!isRecord(stored)) return null
  const cart = readCart(JSON.stringify(stored.cart ?? null))
  if (!cart) return null
  const textOf = (value: unknown) => (typeof value === 'string' ? value : '')
  return {
    id: textOf(stored.id) || textOf(stored.sessionId),
    cart,
    discount: readDiscount(stored.discount),
    message: textOf(stored.message),
    sessionId: textOf(stored.sessionId),
    customer: textOf(stored.customer),
  }
}

/**
 * Restores a parked cart, in front of items added since then, unless another tab has confirmed its payment, or restored the
 * same copy, or its customer has signed out there. Returns whether it did.
 */
export function unparkCart(): boolean {
  const parked = parkedSlot.get()
  parkedSlot.clear()
  if (!parked || isPaid(parked.sessionId)) return false
  if (parked.customer && parked.customer !== wasSignedInSlot.get()) return false
  if (!addOnce(restoredSlot, parked.id)) return false
  cartSlot.set([...parked.cart, ...cartSlot.get()])
  if (parked.discount) applyDiscount(parked.discount)
  if (parked.message && !parcelMessageSlot.get()) parcelMessageSlot.set(parked.message)
  return true
}

const maxIds = 20

/** The latest ids of a kind, for all tabs. */
const idsSlot = (key: string) =>
  slot<string[]>({
    area: 'local',
    key,
    empty: [],
    read: (text) => {
      const stored = parseJson(text)
      return Array.isArray(stored) ? stored.map(String) : null
    },
  })

/** Adds an id; false if it is there already. */
function addOnce(ids: ReturnType<typeof idsSlot>, id: string): boolean {
  if (ids.get().includes(id)) return false
  ids.set([...ids.get(), id].slice(-maxIds))
  return true
}

/** The payment sessions whose paid items were deleted. */
const paidSessionsSlot = idsSlot('prankpost-paid-sessions')
/** The parked copies that were restored. */
const restoredSlot = idsSlot('prankpost-restored')

/** Whether this payment session has paid: what it paid was deleted. */
export const isPaid = (sessionId: string) => paidSessionsSlot.get().includes(sessionId)

/** Notes that this session has paid; false if that is known already. */
export const notePaid = (sessionId: string) => addOnce(paidSessionsSlot, sessionId)

/** Whether this copy was restored: by the other one of a duplicated tab. */
export const isRestored = ({ id }: Parked) => restoredSlot.get().includes(id)
