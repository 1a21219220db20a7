import type { Prank, Subscription } from '@prankpost/contracts'
import type { Stack } from '@prankpost/test-harness'
import { until } from '@prankpost/test-harness'
import { openLedgers } from '../../../ledgers/index.ts'
import { sandboxOf } from '../sandbox.ts'
import { Shopper } from '../shopper.ts'

/** Texts that occur only in the owner's data, and in no answer to another caller. */
export const ownersWords = ['ownerwho', 'Ownerlastname', 'Ownertarget', '7 Ownerstreet']

/** The customer whose data all other callers try to reach, with functions that create one item of each kind. */
export type World = Awaited<ReturnType<typeof createWorld>>

/** Creates the owner, and a second customer with an account and no data. */
export async function createWorld(stack: Stack) {
  const sandbox = sandboxOf(stack)
  const owner = await signUp(stack, 'ownerwho', 'Ownerlastname')
  const stranger = await signUp(stack, 'strangerwho', 'Strangerlastname')
  const pranks = (await owner.insist('GET', '/api/pranks', undefined, 200)).body as Prank[]
  const [prank] = pranks
  if (prank === undefined) throw new Error('nothing is on sale')

  const target = {
    name: 'Ownertarget Snail',
    address: '7 Ownerstreet',
    city: 'Springfield',
    state: 'OR',
    zipCode: '97477',
  }
  const item = { prankId: prank.id, quantity: 1, price: prank.price }
  const ok = async (method: string, path: string, body: unknown, wanted: number) =>
    (await owner.insist(method, path, body, wanted)).body

  /** A target of the owner's address book. */
  const contact = async (): Promise<string> => (await ok('POST', '/api/contacts', target, 201)).id
  /** A cart that names a target only by its id: the address is read from contact. */
  const cart = async () => {
    const contactId = await contact()
    return { contactId, cartItems: [{ ...item, contactId }], total: prank.price }
  }
  /** An unpaid order without a payment session. */
  const order = async (): Promise<{ orderId: string; total: string }> => {
    const { cartItems, total } = await cart()
    const { orderId } = await ok('POST', '/api/create-order-record', { cartItems, total }, 201)
    return { orderId, total }
  }
  /** An order whose payment session is open. */
  const openOrder = async () => {
    const placed = await order()
    const { sessionId } = await ok('POST', '/api/create-stripe-session', placed, 200)
    return { ...placed, sessionId: sessionId as string }
  }
  /** A paid order that the shop has recorded as paid. */
  const paidOrder = async () => {
    const open = await openOrder()
    await sandbox.pay(open.sessionId)
    await until(async () => (await owner.history()).some(({ orderId }) => orderId === open.orderId))
    return open
  }
  /** A paid plan that fulfilment has recorded; each customer has one at a time. */
  const plan = async () => {
    const session = await ok('POST', '/api/create-subscription-checkout', { prankCount: 5 }, 200)
    await sandbox.pay(session.sessionId)
    const active = await until(async () => {
      const { body } = await owner.insist('GET', '/api/subscriptions', undefined, 200)
      return (body as Subscription[]).find(({ status }) => status === 'active')
    })
    const ledgers = openLedgers(stack)
    await until(() => ledgers.shipments.findOne({ 'plan.subscriptionId': active.id }))
    await ledgers.close()
    return { ...active, sessionId: session.sessionId as string }
  }
  let latest: Awaited<ReturnType<typeof plan>> | undefined
  let known: ReturnType<typeof paidOrder> | undefined
  let other: ReturnType<typeof signUp> | undefined

  return {
    stack,
    owner,
    stranger,
    prankId: prank.id,
    target,
    contact,
    cart,
    order,
    openOrder,
    paidOrder,
    /** A paid order for calls that leave it paid: always the same. */
    knownOrder: () => (known ??= paidOrder()),
    /** An account that has no data of the owner and may be changed: always the same. */
    passerBy: () => (other ??= signUp(stack, 'passerby', 'Passing')),
    /** The owner's active plan: the same until it is cancelled. */
    async plan() {
      const plans = (await ok('GET', '/api/subscriptions', undefined, 200)) as Subscription[]
      const isActive = plans.some(({ id, status }) => id === latest?.id && status === 'active')
      if (latest === undefined || !isActive) latest = await plan()
      return latest
    },
    /** A message of the contact form that the owner sent. */
    async message(): Promise<string> {
      const subject = `Where is it ${Math.random()}`
      const form = { name: 'Pat Ownerlastname', email: owner.email, subject, message: 'Late.' }
      await ok('POST', '/api/contact-submit', form, 201)
      const query = new URLSearchParams({ q: subject.split(' ').at(-1) ?? '' })
      const headers = { 'x-admin-password': stack.adminPassword }
      const answer = await fetch(`${stack.baseUrl}/api/admin/contact-messages?${query}`, { headers })
      return ((await answer.json()) as { items: { id: string }[] }).items[0]?.id ?? ''
    },
  }
}

/** A new customer with unique names. */
export async function signUp(stack: Stack, firstName: string, lastName: string): Promise<Shopper> {
  const shopper = new Shopper(stack)
  const person = { email: `${firstName}-${shopper.email}`, password: 'correct horse', firstName, lastName }
  const { status, body } = await shopper.call('POST', '/api/auth/register', person)
  if (status !== 201) throw new Error(`registration: ${status} ${JSON.stringify(body)}`)
  return Object.assign(shopper, { email: person.email, id: body.id })
}
