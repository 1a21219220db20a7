import { basePriceCents, discountCode, discountedPriceCents, formatCents } from '@prankpost/contracts'
import type { Purchase } from '../../ledgers/index.ts'
import type { Answer } from './caller.ts'
import { quietStreet } from './recipients.ts'
import { type Customer, expectStatus, type Shop } from './shop.ts'

/** The ways to buy, and how often each happens. */
const ways = [
  ['straight', 50],
  ['double click', 12],
  ['two tabs', 10],
  ['one call', 12],
  ['declined first', 6],
  ['too late, then again', 4],
  ['never paid', 6],
] as const
type Way = (typeof ways)[number][0]

/** Buys a cart in one of these ways. @throws GaveUp */
export async function buySomething(customer: Customer, shop: Shop): Promise<void> {
  const { random } = customer
  const way = random.weighted(ways)
  const cart = fillCart(customer)
  const { journal, page } = shop
  const purchase = journal.startedPurchase(way, { ...cart.purchase, ownerId: customer.id })
  const counter = { customer, shop, purchase, cart: cart.body }
  const sessions = new Set((await checkOut(way, counter)).filter((id) => id !== null))

  const [sessionId] = sessions
  if (way === 'never paid' || sessionId === undefined) return
  if (way === 'declined first') await page.payDeclined(sessionId)
  if (way === 'too late, then again') {
    await page.expire(sessionId)
    const [orderId] = purchase.orderIds
    const again = orderId === undefined ? null : await openSession(orderId, counter)
    if (again !== null) await pay(again, counter)
    return
  }
  // A customer who does not notice pays in both tabs of one cart: it must be one session.
  await Promise.all([...sessions].map((id) => pay(id, counter)))
}

interface Counter {
  customer: Customer
  shop: Shop
  purchase: Purchase
  cart: Record<string, unknown> & { total: string }
}

/** The sessions that the customer gets in this way; null if the store answered that the order is paid. */
async function checkOut(way: Way, counter: Counter): Promise<(string | null)[]> {
  if (way === 'one call') return [await checkOutInOneCall(counter)]
  if (way === 'two tabs') return Promise.all([inOneTab(counter), inOneTab(counter)])
  if (way !== 'double click') return [await inOneTab(counter)]
  const orders = new Set(await Promise.all([recordOrder(counter), recordOrder(counter)]))
  return Promise.all(
    [...orders].flatMap((id) => (id === null ? [] : [openSession(id, counter), openSession(id, counter)])),
  )
}

async function inOneTab(counter: Counter): Promise<string | null> {
  const { customer, shop, cart } = counter
  const validated = await customer.caller.insist({ method: 'POST', path: '/api/validate-order', body: cart })
  if (expectStatus(validated, [200], 'validate-order', shop) === null) return null
  const orderId = await recordOrder(counter)
  if (orderId === null) return null
  const sessionId = await openSession(orderId, counter)
  if (sessionId === null) return null
  const status = { orderId, status: 'payment_session_created', stripeSessionId: sessionId }
  await customer.caller.insist({ method: 'POST', path: '/api/update-order-status', body: status })
  return sessionId
}

async function recordOrder({ customer, shop, purchase, cart }: Counter): Promise<string | null> {
  const body = { ...cart, status: 'pending_payment' }
  const answer = await customer.caller.insist({ method: 'POST', path: '/api/create-order-record', body })
  if (expectStatus(answer, [201], `create-order-record of ${purchase.tag}`, shop) === null) return null
  shop.journal.ordered(purchase, answer.body.orderId)
  return answer.body.orderId
}

async function openSession(
  orderId: string,
  { customer, shop, purchase, cart }: Counter,
): Promise<string | null> {
  const { total, discountCode: code } = cart
  const body = { orderId, total, discountCode: code }
  const answer = await customer.caller.insist({ method: 'POST', path: '/api/create-stripe-session', body })
  return sessionOf(answer, `create-stripe-session of ${orderId}`, purchase, shop)
}

async function checkOutInOneCall({ customer, shop, purchase, cart }: Counter): Promise<string | null> {
  const { total, ...rest } = cart
  const body = { ...rest, amount: total, subscriptionType: 'once' }
  const answer = await customer.caller.insist({ method: 'POST', path: '/api/create-checkout-session', body })
  return sessionOf(answer, `create-checkout-session of ${purchase.tag}`, purchase, shop)
}

function sessionOf(answer: Answer, subject: string, purchase: Purchase, shop: Shop): string | null {
  // Another tab may have been faster: then the store answers that the order is paid.
  const wanted = purchase.paid === 'not done' ? [200] : [200, 409]
  const expected = expectStatus(answer, wanted, subject, shop)
  if (expected?.status !== 200) return null
  const { sessionId } = expected.body
  shop.journal.openedSession(purchase, sessionId)
  return sessionId
}

/** Pays, and returns to the store in 60 % of the cases; otherwise the customer closes the window. */
async function pay(sessionId: string, { customer, shop, purchase }: Counter): Promise<void> {
  const { journal, page } = shop
  if (purchase.paid === 'not done') journal.paid(purchase, 'unsure')
  const paid = await page.pay(sessionId)
  if (paid === null) return void journal.surprised(`${sessionId} of ${purchase.tag} could not be paid`)
  journal.paid(purchase, 'sure')
  if (!customer.random.happens(0.6)) return
  const confirmed = await customer.caller.insist({
    method: 'POST',
    path: '/api/confirm-payment-success',
    body: { sessionId, orderId: paid.orderOrPlanId },
  })
  expectStatus(confirmed, [200], `confirm-payment-success of ${sessionId}`, shop)
}

let purchasesBegun = 0

/** What is special about some carts: see `recipients.ts`. */
const kinds = [
  ['any', 80],
  ['threat', 10],
  ['for a quiet street', 10],
] as const

/**
 * One to three items for targets of the customer, or for a target that is stored only in the browser. A cart with a threat, or for
 * a recipient who will list the address, has one.
 */
function fillCart({ random, targetIds, prankIds, id }: Customer) {
  const withDiscount = random.happens(0.25)
  const priceCents = withDiscount ? discountedPriceCents : basePriceCents
  // Random characters would read as a bad word now and then, and the parcel would be held for a review.
  const number = ++purchasesBegun
  const kind = random.weighted(kinds)
  const isThreat = kind === 'threat'
  const tag = `${isThreat ? 'I will kill you. ' : ''}Purchase no. ${number}`
  const count = random.between(1, 3)
  const items = Array.from({ length: kind === 'any' ? count : 1 }, () => {
    const target = random.happens(0.3) ? undefined : targetIds[random.between(0, targetIds.length - 1)]
    return {
      prankId: prankIds[random.between(0, prankIds.length - 1)],
      quantity: random.between(1, 3),
      price: `$${formatCents(basePriceCents)}`,
      ...(kind === 'for a quiet street'
        ? quietTarget(number)
        : target === undefined
          ? browserTarget
          : { contactId: target }),
    }
  })
  const totalCents = items.reduce((sum, { quantity }) => sum + quantity * priceCents, 0)
  return {
    purchase: { tag, totalCents, isThreat, items: items.map(({ quantity }) => ({ quantity, priceCents })) },
    body: {
      cartItems: items,
      customerInfo: { userId: id },
      total: formatCents(totalCents),
      customMessage: tag,
      ...(withDiscount && { discountCode: discountCode.toLowerCase() }),
    },
  }
}

const browserTarget = {
  contactId: 'local-1700000000000',
  contactName: 'Gerald Snail',
  contactAddress: '1 Garden Path',
  contactCity: 'Springfield',
  contactState: 'OR',
  contactZipCode: '97477',
}

/** A target with an address of its own. */
const quietTarget = (number: number) => ({
  ...browserTarget,
  contactName: `Quinn${number}`,
  contactAddress: `${number} ${quietStreet}`,
})
