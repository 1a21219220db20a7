import { randomUUID } from 'node:crypto'
import type { AdminCase } from '@prankpost/contracts'
import { type Stack, startStack, until } from '@prankpost/test-harness'
import { ObjectId } from 'mongodb'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Ledgers, openLedgers } from '../../ledgers/index.ts'
import { codeIn } from '../support/consent-story.ts'
import { type CrashPoint, dieAtEach } from '../support/die-at-each.ts'
import { mailsTo } from '../support/mails.ts'
import { sandboxOf } from '../support/sandbox.ts'
import { Shopper } from '../support/shopper.ts'
import { subscribe } from '../support/subscriber.ts'

let stack: Stack
let ledgers: Ledgers
beforeAll(async () => {
  stack = await startStack({
    services: [
      ...['auth', 'contact', 'catalog', 'order', 'payment', 'subscription', 'fulfilment'],
      ...['consent', 'notification'],
    ],
    crashAt: {},
    env: { payment: { SESSION_SWEEP_AFTER_MS: '2000' } },
  })
  ledgers = openLedgers(stack)
})
afterAll(async () => {
  await ledgers.close()
  await stack.stop()
})

let houses = 0
const newHouse = () => ({
  address: `${Date.now()} Crash Lane Unit ${++houses}`,
  city: 'Springfield',
  state: 'OR',
  zipCode: '97477',
})
type House = ReturnType<typeof newHouse>

/** A paid order to this address that fulfilment knows. */
async function paidOrder({ address }: House, reveal?: object) {
  const shopper = await new Shopper(stack).signUp()
  const cart = await shopper.cart(2)
  const cartItems = cart.cartItems.map((item) => ({ ...item, contactAddress: address, reveal }))
  const { orderId, sessionId } = await shopper.checkOut({ ...cart, cartItems })
  await sandboxOf(stack).pay(sessionId)
  await shopper.historyOf(1)
  await until(() => ledgers.shipments.findOne({ orderId }))
  return { shopper, orderId }
}

/** Lists an address as a recipient does; calls that get no answer are repeated. */
async function list(house: House) {
  const recipient = new Shopper(stack)
  const { email } = recipient
  const { body } = await recipient.insist('POST', '/api/do-not-prank', { ...house, email }, 201)
  const code = await until(async () => codeIn((await mailsTo(stack, email))[0]?.text))
  await recipient.insist('POST', '/api/do-not-prank/confirm', { requestId: body.requestId, code }, 200)
}

/** The order is cancelled, Stripe refunded all of it once, and none of it is due. */
async function expectWithdrawn(orderId: string, cents: number) {
  const _id = new ObjectId(orderId)
  const order = await until(() => ledgers.orders.findOne({ _id, 'refunds.status': 'succeeded' }))
  expect(order.status).toBe('cancelled')
  const { refunds } = await sandboxOf(stack).state()
  const mine = refunds.filter(({ payment_intent }) => payment_intent === order.paymentIntentId)
  expect(mine.map(({ amount }) => amount)).toEqual([cents])
  await until(async () => {
    const shipment = await ledgers.shipments.findOne({ orderId })
    return shipment?.parcelsDue === undefined
  })
}

/** A call of the operator. @throws when it fails */
async function operator(method: string, path: string, body?: object) {
  const answer = await fetch(`${stack.baseUrl}/api/admin/${path}`, {
    method,
    headers: { 'x-admin-password': stack.adminPassword, 'content-type': 'application/json' },
    ...(body && { body: JSON.stringify(body) }),
  })
  const text = await answer.text()
  if (!answer.ok) throw new Error(`${path}: ${answer.status} ${text}`)
  return text.startsWith('%PDF') ? null : JSON.parse(text)
}

/** Prints the documents of a parcel, and returns the code on its slip. */
async function slipOf(parcelId: string): Promise<string> {
  await operator('POST', 'parcels/labels', { ids: [parcelId] })
  const shipment = await until(() => ledgers.shipments.findOne({ 'references.parcelId': parcelId }))
  return shipment.references?.[0]?.reference ?? ''
}

/** Whether order and fulfilment hold the parcel of an order. */
async function isHeld(orderId: string): Promise<boolean> {
  const order = await ledgers.orders.findOne({ _id: new ObjectId(orderId) })
  const shipment = await ledgers.shipments.findOne({ orderId })
  const held = 'Held for review'
  return order?.items[0]?.heldBecause === held && shipment?.parcels[0]?.heldBecause === held
}

/** The places between two effects of a listing where a process can die, besides outbox, relay and consumer. */
const crashPoints: CrashPoint[] = [
  ['consent', 'consent:listed', 'after the listing and before its request is ended'],
  ['consent', 'outbox:written address-blocked', 'after the listing and before its publish'],
  ['order', 'order:blocked-withdrawn', 'between two orders to the address'],
]

const listingOf = dieAtEach(crashPoints, async ([service, point]) => {
  const house = newHouse()
  const orders = [await paidOrder(house), await paidOrder(house)]
  stack.crashAt(service, point)
  await list(house)
  await stack.crashed(service)
  return { house, orders }
})

/** The places between two effects of a report where a process can die, besides outbox, relay and consumer. */
const reportPoints: CrashPoint[] = [
  ['consent', 'outbox:written address-reported', 'after the case and before its publish'],
  ['order', 'order:reported-held', 'between two orders to the address'],
]

const reportOf = dieAtEach(reportPoints, async ([service, point]) => {
  const house = newHouse()
  const orders = [await paidOrder(house), await paidOrder(house)]
  const code = await slipOf(`${orders[0]?.orderId}-1`)
  stack.crashAt(service, point)
  const recipient = new Shopper(stack)
  await recipient.insist('POST', '/api/slips/report', { code, message: `Stop ${code}.` }, 200)
  await stack.crashed(service)
  return { recipient, orders, code }
})

/** A sent parcel whose sender can be guessed. */
async function sentParcel() {
  const reveal = { mode: 'guess', name: 'Aunt Zelda', names: ['Zelda'] }
  const { shopper, orderId } = await paidOrder(newHouse(), reveal)
  const code = await slipOf(`${orderId}-1`)
  await operator('PATCH', `orders/${orderId}/status`, { status: 'shipped' })
  const recipient = new Shopper(stack)
  const send = async (path: string, body: object = {}) =>
    (await recipient.insist('POST', `/api/slips${path}`, { code, ...body }, 200)).body
  await until(async () => (await send('')).page)
  return { shopper, orderId, send }
}

describe('when a recipient lists an address and a process dies', () => {
  test.each(crashPoints)(
    '%s at %s (%s) then all waiting orders to it are withdrawn and refunded once',
    async (...one) => {
      const { house, orders } = listingOf(one)
      for (const { orderId } of orders) await expectWithdrawn(orderId, 998)
      const [{ shopper }] = orders as [Awaited<ReturnType<typeof paidOrder>>]
      const { cartItems, ...cart } = await shopper.cart()
      const there = cartItems.map((item) => ({ ...item, contactAddress: house.address.toUpperCase() }))
      const refused = await shopper.insist('POST', '/api/validate-order', { ...cart, cartItems: there }, 400)
      expect(refused.body.message).toBe('We cannot deliver to Gerald Snail. Please choose another target.')
    },
  )

  test('fulfilment at fulfilment:blocked-redrawn (after a month) then nothing of a plan is sent there', async () => {
    const { plan, shopper } = await subscribe(stack, 2)
    const [target] = (await shopper.insist('GET', '/api/contacts', undefined, 200)).body as House[]
    const month = () => ledgers.shipments.findOne({ 'plan.subscriptionId': plan.id })
    const slots = async () => ((await month())?.draw ?? []) as { contactId: string | null }[]
    await shopper.insist('GET', `/api/subscriptions/${plan.id}/draw`, undefined, 200)
    await until(async () => (await slots()).every(({ contactId }) => contactId !== null))
    stack.crashAt('fulfilment', 'fulfilment:blocked-redrawn')
    await list(target as House)
    await stack.crashed('fulfilment')
    await until(async () => {
      const draw = await slots()
      return draw.length === 2 && draw.every(({ contactId }) => contactId === null)
    })
  })

  test("fulfilment at fulfilment:order-parcels-decided (order has withdrawn a plan's parcel that waits to be sent again) then it is withdrawn and refunded once", async () => {
    const { plan, shopper, ship } = await subscribe(stack, 1, newHouse().address)
    const [target] = (await shopper.insist('GET', '/api/contacts', undefined, 200)).body as House[]
    const key = randomUUID()
    await until(async () => (await ship(key).catch(() => null))?.status === 201)
    const ofPlan = { 'plan.subscriptionId': plan.id }
    await until(() => ledgers.orders.findOne({ ...ofPlan, status: 'shipped' }))
    const { _id } = await until(() => ledgers.shipments.findOne({ ...ofPlan, 'queue.state': 'shipped' }))
    await operator('POST', `parcels/${_id}-1/returned`)
    await operator('POST', `parcels/${_id}-1/send-again`)
    await until(() => ledgers.shipments.findOne({ _id, 'queue.state': 'to_pack' }))
    stack.crashAt('fulfilment', 'fulfilment:order-parcels-decided')
    await list(target as House)
    await stack.crashed('fulfilment')
    await until(() => ledgers.shipments.findOne({ _id, 'queue.state': 'withdrawn' }))
    const order = await until(() =>
      ledgers.orders.findOne({ ...ofPlan, status: 'shipped', 'refunds.status': 'succeeded' }),
    )
    expect(order.refunds).toMatchObject([{ amountCents: 499 }])
    expect(order.refunds).toHaveLength(1)
  })

  test.each(reportPoints)(
    'a report, and %s at %s (%s), then there is one case, and all waiting orders are held',
    async (...one) => {
      const { recipient, orders, code } = reportOf(one)
      await recipient.insist('POST', '/api/slips/report', { code, message: `Stop ${code}.` }, 200)
      for (const { orderId } of orders) await until(() => isHeld(orderId))
      const cases = await operator('GET', 'cases?status=open')
      const mine = cases.items.filter((one: AdminCase) => one.reports[0]?.message === `Stop ${code}.`)
      expect(mine).toHaveLength(1)
    },
  )

  test('consent at consent:case-decided (the address is listed, the case open) then a repeat closes it, and what is held is refunded', async () => {
    const house = newHouse()
    const { orderId } = await paidOrder(house)
    const code = await slipOf(`${orderId}-1`)
    const message = `Stop ${code}.`
    await new Shopper(stack).insist('POST', '/api/slips/report', { code, message }, 200)
    await until(() => isHeld(orderId))
    const { items } = await operator('GET', 'cases?status=open')
    const id = items.find((one: AdminCase) => one.reports[0]?.message === message)?.id
    stack.crashAt('consent', 'consent:case-decided')
    const close = () => operator('POST', `cases/${id}/close`, { outcome: 'blocked', note: 'Threats.' })
    await close().catch(() => undefined)
    await stack.crashed('consent')
    const closed = await until(() => close().catch(() => null))
    expect(closed.status).toBe('closed')
    await expectWithdrawn(orderId, 998)
  })

  test('order at order:guessed (after the write, before the answer) then the repeated guess counts once, and the third is answered', async () => {
    const { orderId, send } = await sentParcel()
    stack.crashAt('order', 'order:guessed')
    const wrong = await send('/guess', { name: 'Bob' })
    await stack.crashed('order')
    expect(wrong).toMatchObject({ isRight: false, reveal: { guessesLeft: 2, name: null } })
    await send('/guess', { name: 'Rob' })
    stack.crashAt('order', 'order:guessed')
    const right = await send('/guess', { name: 'Zelda' })
    await stack.crashed('order')
    expect(right).toMatchObject({ isRight: true, reveal: { guessesLeft: 0, name: 'Aunt Zelda' } })
    const order = await ledgers.orders.findOne({ _id: new ObjectId(orderId) })
    expect(order?.items[0]).toMatchObject({ reveal: { guesses: { length: 3 } } })
  })

  test('order at order:reacted (after the write and before the answer) then the first reaction stays and is mailed once', async () => {
    const { shopper, send } = await sentParcel()
    stack.crashAt('order', 'order:reacted')
    await send('/reaction', { emoji: '😂', message: 'So funny.' })
    await stack.crashed('order')
    await send('/reaction', { emoji: '😡', message: 'Again.' })
    const mails = async () =>
      (await mailsTo(stack, shopper.email)).filter(({ subject }) => subject === 'You got a reaction')
    await until(async () => (await mails()).length > 0)
    expect((await shopper.history())[0]?.reaction).toMatchObject({ emoji: '😂', message: 'So funny.' })
    expect(new Set((await mails()).map(({ messageId }) => messageId)).size).toBe(1)
  })

  test('consent at consent:parcel-held (as an order is placed) then the repeated call places and pays it', async () => {
    const house = newHouse()
    stack.crashAt('consent', 'consent:parcel-held')
    const { orderId } = await paidOrder(house)
    await stack.crashed('consent')
    const order = await ledgers.orders.findOne({ _id: new ObjectId(orderId) })
    expect(order).toMatchObject({ status: 'paid' })
  })
})
