import type { Prank, Subscription } from '@prankpost/contracts'
import type { Stack } from '@prankpost/test-harness'
import { openLedgers } from '../../../ledgers/index.ts'
import { sandboxOf } from '../sandbox.ts'
import { Shopper, until } from '../shopper.ts'

/** Words that only the owner's data hold: in no answer to anybody else. */
export const ownersWords = ['ownerwho', 'Ownerlastname', 'Ownertarget', '7 Ownerstreet']

/** The customer whose things everybody else reaches for, with one thing of each kind for whoever asks. */
export type World = Awaited<ReturnType<typeof createWorld>>

/** Makes the owner, and somebody else who has an account and nothing more. */
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
  /** A cart that names a target by its id alone: the address is looked up. */
  const cart = async () => {
    const contactId = await contact()
    return { contactId, cartItems: [{ ...item, contactId }], total: prank.price }
  }
  /** An order that nobody has begun to pay. */
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
  /** An order that is paid, and known to be. */
  const paidOrder = async () => {
    const open = await openOrder()
    await sandbox.pay(open.sessionId)
    await until(async () => (await owner.history()).some(({ orderId }) => orderId === open.orderId))
    return open
  }
  /** A plan that is paid and known to fulfilment; each customer has one at a time. */
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

/** A new customer with names of their own. */
export async function signUp(stack: Stack, firstName: string, lastName: string): Promise<Shopper> {
  const shopper = new Shopper(stack)
  const person = { email: `${firstName}-${shopper.email}`, password: 'correct horse', firstName, lastName }
  const { status, body } = await shopper.call('POST', '/api/auth/register', person)
  if (status !== 201) throw new Error(`registration: ${status} ${JSON.stringify(body)}`)
  return Object.assign(shopper, { email: person.email, id: body.id })
}
