import { randomBytes } from 'node:crypto'
import type { SharedStack } from '@prankpost/test-harness'
import { until } from '@prankpost/test-harness'
import { callAs } from './access/callers.ts'
import { importOrders, orderOfYesterday } from './import-orders.ts'
import { tokensTo, verifyEmail } from './mails.ts'
import { sandboxOf } from './sandbox.ts'
import { Shopper } from './shopper.ts'

/**
 * A string that occurs nowhere else, and is valid as a name, a street, or a part of an address. It has consonants only: the
 * screening of messages finds words and telephone numbers in random letters and digits.
 */
const canary = (what: string) =>
  `Canary${what}${Array.from(randomBytes(16), (byte) => consonants[byte % consonants.length]).join('')}`
const consonants = 'bdfghjklmnpqrtvwxz'

/** A customer with a canary in every field that a person can fill. */
export function marked() {
  const words = {
    email: `${canary('mail').toLowerCase()}@customers.test`,
    firstName: canary('first'),
    lastName: canary('last'),
    targetName: canary('target'),
    targetStreet: canary('street'),
    targetCity: canary('city'),
    sentName: canary('sent'),
    sentStreet: canary('sentstreet'),
    sentMessage: canary('sentmessage'),
    dueName: canary('due'),
    dueStreet: canary('duestreet'),
    dueMessage: canary('duemessage'),
    openName: canary('open'),
    openStreet: canary('openstreet'),
    openMessage: canary('openmessage'),
    guestName: canary('guest'),
    guestTarget: canary('guesttarget'),
    dueGuest: canary('dueguest'),
    subject: canary('subject'),
    letter: canary('letter'),
    tracking: canary('tracking'),
    notes: canary('notes'),
  }
  return { words, password: 'a horse of my own' }
}
export type Marked = ReturnType<typeof marked>

/** An order with a message for one target of the customer's browser; its session is open. */
async function order(
  shopper: Shopper,
  stack: SharedStack,
  name: string,
  street: string,
  customMessage: string,
) {
  const cart = await shopper.cart()
  const cartItems = cart.cartItems.map((item) => ({ ...item, contactName: name, contactAddress: street }))
  const record = { ...cart, cartItems, customMessage, status: 'pending_payment' }
  const { orderId } = (await shopper.insist('POST', '/api/create-order-record', record, 201)).body
  const asked = { orderId, total: cart.total }
  const { sessionId } = (await shopper.insist('POST', '/api/create-stripe-session', asked, 200)).body
  return { orderId: orderId as string, pay: () => sandboxOf(stack).pay(sessionId) }
}

/** Sets an order's status as the operator. */
export const setStatus = (stack: SharedStack, orderId: string, status: string) =>
  callAs(stack, stack, 'PATCH /api/admin/orders/:id/status', { params: { id: orderId }, body: { status } })

/**
 * Does everything that stores data: an account with a verified address and a new password, a target, an order
 * that was sent, one that is due, one that is not paid, two from another shop, a plan with a parcel, a message.
 */
export async function leaveTraces(stack: SharedStack, { words, password }: Marked) {
  const shopper = Object.assign(new Shopper(stack), { email: words.email })
  const { email, firstName, lastName } = words
  await importGuestOrders(stack, words)
  await shopper.insist(
    'POST',
    '/api/auth/register',
    { email, password: 'a first horse', firstName, lastName },
    201,
  )
  shopper.id = (await shopper.insist('GET', '/api/auth/user', undefined, 200)).body.id
  await verifyEmail(stack, shopper)
  await shopper.insist('POST', '/api/auth/forgot-password', { email }, 200)
  const token = await until(async () => (await tokensTo(stack, email, 'reset-password'))[0])
  await shopper.insist('POST', '/api/auth/reset-password', { token, password }, 200)
  await shopper.insist('POST', '/api/auth/login', { email, password }, 200)
  await shopper.insist('GET', '/api/contacts', undefined, 200)

  const target = {
    name: words.targetName,
    address: words.targetStreet,
    city: words.targetCity,
    state: 'OR',
    zipCode: '97701',
  }
  const saved = await shopper.insist('POST', '/api/contacts', target, 201)
  const sent = await order(shopper, stack, words.sentName, words.sentStreet, words.sentMessage)
  const due = await order(shopper, stack, words.dueName, words.dueStreet, words.dueMessage)
  const open = await order(shopper, stack, words.openName, words.openStreet, words.openMessage)
  await sent.pay()
  await due.pay()
  await shopper.historyOf(2)
  await until(async () => (await setStatus(stack, sent.orderId, 'shipped')).status === 200)
  const plan = await planWithParcel(stack, shopper, words, saved.body.id)
  const message = { name: firstName, email, subject: words.subject, message: words.letter }
  await shopper.insist('POST', '/api/contact-submit', message, 201)
  await until(async () =>
    (await shopper.call('GET', '/api/achievements')).body.some(
      ({ unlocked }: { unlocked: boolean }) => unlocked,
    ),
  )
  return { shopper, sent, due, open, plan, dueGuest: await orderTo(stack, words.dueGuest) }
}

/** The order with a parcel to this recipient. */
async function orderTo(stack: SharedStack, recipient: string): Promise<{ orderId: string }> {
  const { items } = JSON.parse((await callAs(stack, stack, 'GET /api/admin/orders', {})).text)
  const found = items.find((one: object) => JSON.stringify(one).includes(recipient))
  return { orderId: found.id }
}

async function planWithParcel(
  stack: SharedStack,
  shopper: Shopper,
  words: Marked['words'],
  contactId: string,
) {
  const { body } = await shopper.insist('POST', '/api/create-subscription-checkout', { prankCount: 2 }, 200)
  await sandboxOf(stack).pay(body.sessionId)
  const [plan] = await until(async () => {
    const plans = (await shopper.call('GET', '/api/subscriptions')).body
    return plans.length > 0 && plans[0].status === 'active' ? plans : null
  })
  const [prank] = (await shopper.call('GET', '/api/pranks')).body
  const parcel = {
    stripeSubscriptionId: plan.stripeSubscriptionId,
    userId: shopper.id,
    prankId: prank.id,
    contactId,
    quantity: 1,
    trackingNumber: words.tracking,
    adminNotes: words.notes,
  }
  const ship = () => callAs(stack, stack, 'POST /api/admin/ship-subscription-prank', { body: parcel })
  await until(async () => (await ship()).status === 201)
  // The log records it last.
  await until(async () => {
    const { text } = await callAs(stack, stack, 'GET /api/admin/subscription-logs', {})
    return text.includes(words.tracking)
  })
  return plan as { id: string; stripeSubscriptionId: string }
}

/** Orders of another shop with the same e-mail address: one that was sent long ago, and one that is to be sent here. */
async function importGuestOrders(stack: SharedStack, words: Marked['words']) {
  const imported = (status: 'paid' | 'shipped', name: string) =>
    orderOfYesterday(words.email, {
      externalId: `other-shop-${randomBytes(6).toString('hex')}`,
      customerName: words.guestName,
      status,
      items: [{ prankName: 'Raw Potato', price: '4.99', contact: { name } }],
    })
  await importOrders(stack, [imported('shipped', words.guestTarget), imported('paid', words.dueGuest)])
}
