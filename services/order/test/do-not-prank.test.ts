import { newCustomer, newId } from '@prankpost/service-kit/testing'
import { afterAll, beforeEach, describe, expect, test } from 'vitest'
import { handlers } from '../src/events.ts'
import { importOrders } from '../src/use-cases/import-orders.ts'
import { withdrawBlocked } from '../src/use-cases/withdraw-blocked.ts'
import { emitters, item, newCart } from './fixture.ts'
import { startShop, twoItems, twoItemsTotal } from './shop.ts'

const shop = await startShop()
const { deliver } = await shop.consume()
afterAll(() => shop.close())
const { consent, call, load, orders, reported, others } = shop

/** The stand-in's digest of the address of `item()`. */
const digest = 'digest of 1 Garden Path 97477'
const elsewhere = { contactAddress: '2 Pond Lane', contactName: 'Penelope Penguin' }
const blocked = { kind: 'blocked' } as const
const full = { kind: 'full', from: '2026-12-26', isOwn: true } as const
const addressBlocked = (of = digest) =>
  emitters.consent('address-blocked', 'f0'.repeat(12), { digest: of, at: new Date().toISOString() })

/** An order of another shop, to the same address. */
const guestOrder = (status: 'paid' | 'shipped') => ({
  externalId: `shop-${newId()}`,
  customerEmail: 'guest@customers.test',
  status,
  paidAt: new Date().toISOString(),
  items: [
    {
      prankName: 'Prank of 499 cents',
      quantity: 1,
      price: '4.99',
      contact: {
        name: 'Gerald Snail',
        address: '1 Garden Path',
        city: 'Springfield',
        state: 'OR',
        zipCode: '97477',
      },
    },
  ],
})
/** Imports one; returns its id. */
async function imported(status: 'paid' | 'shipped'): Promise<string> {
  const guest = guestOrder(status)
  await importOrders([guest], shop.deps)
  return String((await orders.findOne({ externalId: guest.externalId }).lean())?._id)
}
const cannotDeliver = 'We cannot deliver to Gerald Snail. Please choose another target.'

beforeEach(() => {
  consent.refusals.clear()
  consent.isDown = false
  consent.hasOwnUnpaid = false
  consent.held.length = 0
  consent.released.length = 0
})

describe('an order to an address on the do-not-prank list', () => {
  test.each(['/api/validate-order', '/api/create-order-record'])(
    'when %s is called then it is refused with the name of the target, without a reason, and nothing is stored',
    async (path) => {
      consent.refusals.set(digest, blocked)
      const before = await orders.countDocuments()
      const answer = await call('POST', path, { as: newCustomer(), body: newCart() })
      expect([answer.status, answer.body.message]).toEqual([
        400,
        'We cannot deliver to Gerald Snail. Please choose another target.',
      ])
      expect(await orders.countDocuments()).toBe(before)
    },
  )

  test('when it is listed after the order was placed then no session is opened', async () => {
    const as = newCustomer()
    const orderId = await shop.place(as)
    consent.refusals.set(digest, blocked)
    const answer = await call('POST', '/api/create-stripe-session', { as, body: { orderId, total: 4.99 } })
    expect([answer.status, answer.body.message]).toEqual([
      409,
      'We cannot deliver to Gerald Snail. Please choose another target.',
    ])
  })

  test('when an address is corrected to a listed one then nothing changes', async () => {
    const { id, as } = await shop.paidOrder({ items: [item(elsewhere)] })
    consent.refusals.set(digest, blocked)
    const body = { contactAddress: '1 Garden Path' }
    const answer = await call('PATCH', `/api/orders/${id}/items/1`, { as, body })
    expect([answer.status, answer.body.message]).toEqual([
      400,
      'We cannot deliver to Penelope Penguin. Please choose another target.',
    ])
    expect((await load(id)).items[0]).toMatchObject({ addressDigest: 'digest of 2 Pond Lane 97477' })
  })

  test('when an address is corrected then the parcel is counted there, and found by the new digest', async () => {
    const { id, as } = await shop.paidOrder()
    consent.held.length = 0
    const body = { contactAddress: '2 Pond Lane' }
    expect((await call('PATCH', `/api/orders/${id}/items/1`, { as, body })).status).toBe(200)
    expect(consent.held).toEqual([`${id}-1`])
    expect((await load(id)).items[0]?.addressDigest).toBe('digest of 2 Pond Lane 97477')
  })
})

describe('without an answer of consent', () => {
  test.each(['/api/validate-order', '/api/create-order-record'])(
    'when %s is called then it is a 503 with a clear message, and nothing is stored; a repeat works',
    async (path) => {
      const [as, body] = [newCustomer(), newCart()]
      consent.isDown = true
      const before = await orders.countDocuments()
      const answer = await call('POST', path, { as, body })
      expect([answer.status, answer.body.message]).toEqual([
        503,
        'We cannot check at the moment whether we may deliver to your targets. Please try again in a minute.',
      ])
      expect(await orders.countDocuments()).toBe(before)
      consent.isDown = false
      expect((await call('POST', path, { as, body })).status).toBeLessThan(300)
    },
  )
})

describe('the places of parcels at an address', () => {
  test('when an order is placed and paid then its parcels are held by their ids', async () => {
    const as = newCustomer()
    const orderId = await shop.place(as, twoItems, twoItemsTotal)
    expect(consent.held).toEqual([`${orderId}-1`, `${orderId}-2`])
  })

  test('when no place is left at the check then the message names the target and the day', async () => {
    consent.refusals.set(digest, full)
    const answer = await call('POST', '/api/validate-order', { as: newCustomer(), body: newCart() })
    expect([answer.status, answer.body.message]).toEqual([
      400,
      'Gerald Snail cannot get more parcels at the moment. You can order again from December 26, 2026.',
    ])
  })

  test('when it is full of the parcels of others then the message has no day: it would say when others sent', async () => {
    consent.refusals.set(digest, { kind: 'full', from: '2026-12-26' })
    const answer = await call('POST', '/api/validate-order', { as: newCustomer(), body: newCart() })
    expect([answer.status, answer.body.message]).toEqual([
      400,
      'Gerald Snail cannot get more parcels at the moment. Please choose another target.',
    ])
  })

  test('when the cart alone has too many then the message says how many are possible', async () => {
    consent.refusals.set(digest, { kind: 'too-many', most: 6 })
    const answer = await call('POST', '/api/validate-order', { as: newCustomer(), body: newCart() })
    expect(answer.body.message).toBe(
      'You can send at most 6 parcels to Gerald Snail within 30 days. Please remove some of them.',
    )
  })

  test('when the last place is taken between check and order then the order is removed and its places are released', async () => {
    const as = newCustomer()
    const body = newCart()
    const digestOf = consent.digestOf
    let calls = 0
    // The check finds a place, the order none.
    consent.digestOf = (place) => (++calls > 1 ? 'taken' : digestOf(place))
    consent.refusals.set('taken', full)
    const answer = await call('POST', '/api/create-order-record', { as, body })
    consent.digestOf = digestOf
    expect(answer.status).toBe(409)
    expect(await orders.countDocuments({ ownerId: as.id })).toBe(0)
    expect(consent.released).toHaveLength(1)
  })

  test('when other unpaid orders of the customer hold them then their sessions are closed and they are released', async () => {
    const as = newCustomer()
    const earlier = await shop.place(as)
    const closed: string[] = []
    others.closeSession = async (path) => {
      closed.push(path)
      // Closing the session makes the place free.
      consent.refusals.clear()
      return { closed: true }
    }
    const digestOf = consent.digestOf
    let calls = 0
    consent.digestOf = (place) => (++calls === 2 ? 'taken' : digestOf(place))
    consent.refusals.set('taken', full)
    consent.hasOwnUnpaid = true
    const answer = await call('POST', '/api/create-order-record', { as, body: newCart() })
    consent.digestOf = digestOf
    others.closeSession = async () => ({ closed: true })
    expect(answer.status).toBe(201)
    expect(closed).toEqual([`/internal/orders/${earlier}/close-session`])
    expect(consent.released).toEqual([earlier])
  })
})

describe('address-blocked', () => {
  test('when the only parcel of a paid order goes there then the order is cancelled and refunded once, however often it is delivered', async () => {
    const { id } = await shop.paidOrder()
    await deliver(addressBlocked())
    await deliver(addressBlocked())
    const order = await load(id)
    expect(order).toMatchObject({ status: 'cancelled', cancellation: { by: 'operator' } })
    expect(order.refunds).toMatchObject([{ amountCents: 499, status: 'pending' }])
    expect(order.items[0]?.withdrawnAt).toBeInstanceOf(Date)
    expect(await reported(id)).toEqual(['refund-requested', 'order-cancelled', 'order-status-changed'])
  })

  test('when an order there cannot be changed then the others are withdrawn all the same, and the event is retried for that one', async () => {
    const [broken, next] = [await shop.paidOrder(), await shop.paidOrder()]
    // Not delivered: the retry of a failed event would come during another test.
    const withdraw = () => withdrawBlocked({ digest }, shop.deps)
    const setName = (name: string) => orders.updateOne({ _id: broken.id }, { 'items.0.contact.name': name })
    // No event can contain it.
    await setName('x'.repeat(501))
    await expect(withdraw()).rejects.toThrow()
    const { status, revision } = await load(next.id)
    expect([status, (await load(broken.id)).status]).toEqual(['cancelled', 'paid'])
    await setName('Gerald Snail')
    await withdraw()
    expect((await load(broken.id)).status).toBe('cancelled')
    expect((await load(next.id)).revision).toBe(revision)
  })

  test('when an imported order cannot be checked then other imported ones and those to the address are withdrawn all the same', async () => {
    const there = await shop.paidOrder({ items: [item(elsewhere)] })
    consent.refusals.set(digest, blocked)
    const [broken, next] = [await imported('paid'), await imported('paid')]
    const setName = (name: string) => orders.updateOne({ _id: broken }, { 'items.0.contact.name': name })
    await setName('x'.repeat(501))
    const { data } = addressBlocked('digest of 2 Pond Lane 97477')
    const handle = async () => handlers(shop.deps)['address-blocked']({ data } as never)
    await expect(handle()).rejects.toThrow()
    const statuses = async () =>
      Promise.all([there.id, next, broken].map(async (id) => (await load(id)).status))
    expect(await statuses()).toEqual(['cancelled', 'cancelled', 'paid'])
    await setName('Gerald Snail')
    await handle()
    expect(await statuses()).toEqual(['cancelled', 'cancelled', 'cancelled'])
    expect((await load(broken)).lacksDigests).toBeUndefined()
  })

  test('when another parcel goes elsewhere then only this one is withdrawn and refunded', async () => {
    const items = [item(), item(elsewhere)]
    const { id } = await shop.paidOrder({ items, total: 9.98 })
    await deliver(addressBlocked())
    await deliver(addressBlocked())
    const order = await load(id)
    expect(order.status).toBe('paid')
    expect(order.items.map(({ withdrawnAt }) => Boolean(withdrawnAt))).toEqual([true, false])
    expect(order.refunds).toMatchObject([{ amountCents: 499, shares: [{ itemId: '1', cents: 499 }] }])
    expect(await reported(id)).toEqual(['refund-requested', 'order-parcels-changed'])
  })

  test('when a house is listed then the parcels to its units are withdrawn; when a unit is, then that one only', async () => {
    const [one, other] = [item({ contactAddress2: 'Apt 1' }), item({ contactAddress2: 'Apt 2' })]
    const { id } = await shop.paidOrder({ items: [one, other, item(elsewhere)], total: 14.97 })
    const withdrawn = async () => (await load(id)).items.map(({ withdrawnAt }) => Boolean(withdrawnAt))
    await deliver(addressBlocked(`${digest}:Apt 2`))
    expect(await withdrawn()).toEqual([false, true, false])
    await deliver(addressBlocked())
    expect(await withdrawn()).toEqual([true, true, false])
  })

  test('when its other parcel was sent then the order is shipped once the last one is withdrawn, and announced so', async () => {
    const { id } = await shop.paidOrder({ items: [item(), item(elsewhere)], total: 9.98 })
    await shop.changeParcels(id, [{ parcelId: `${id}-2`, action: 'ship' }])
    expect((await load(id)).status).toBe('processing')
    const before = (await reported(id)).length
    for (const _ of [1, 2]) await deliver(addressBlocked())
    const order = await load(id)
    expect(order).toMatchObject({ status: 'shipped', sentAt: expect.any(Date), packedAt: expect.any(Date) })
    expect(order.cancellation).toBeUndefined()
    expect(order.statusHistory.at(-1)).toMatchObject({ status: 'shipped', actor: 'admin' })
    expect(order.refunds).toMatchObject([{ amountCents: 499, shares: [{ itemId: '1', cents: 499 }] }])
    expect((await reported(id)).slice(before)).toEqual([
      ...['refund-requested', 'order-parcels-changed', 'order-status-changed'],
    ])
  })

  test('when the parcel is packed then it is withdrawn, too; when it was sent then it stays', async () => {
    const packed = await shop.paidOrder()
    await shop.pack([packed.id])
    const sent = await shop.paidOrder()
    await shop.setStatus(sent.id, 'shipped')
    await deliver(addressBlocked())
    expect((await load(packed.id)).status).toBe('cancelled')
    expect(await load(sent.id)).toMatchObject({ status: 'shipped', items: [{ withdrawnAt: null }] })
    expect((await load(sent.id)).refunds).toBeUndefined()
  })

  test('when the order is not paid then it stays, and is withdrawn by the event after its payment', async () => {
    const orderId = await shop.place()
    await deliver(addressBlocked())
    expect((await load(orderId)).status).toBe('pending')
    await shop.pay(orderId)
    await deliver(addressBlocked())
    expect((await load(orderId)).status).toBe('cancelled')
  })

  test('when a dispute about the payment is open then the parcel is withdrawn and the refund is a task of the operator', async () => {
    const { id } = await shop.paidOrder()
    const dispute = {
      id: 'dp_1',
      status: 'open' as const,
      reason: 'fraudulent',
      amountCents: 499,
      closedAt: null,
    }
    await orders.updateOne({ _id: id }, { $set: { disputes: [{ ...dispute, openedAt: new Date() }] } })
    await deliver(addressBlocked())
    const order = await load(id)
    expect(order.items[0]?.withdrawnAt).toBeInstanceOf(Date)
    expect(order.refunds).toMatchObject([{ amountCents: 499, status: 'failed' }])
    expect(await reported(id)).toEqual(['order-parcels-changed'])
    // The bank decides for the shop, and the operator refunds.
    await orders.updateOne({ _id: id }, { 'disputes.0.status': 'won', 'disputes.0.closedAt': new Date() })
    expect((await shop.refundOrder(id, { itemIds: ['1'] })).status).toBe(201)
    const ended = await load(id)
    expect(ended).toMatchObject({ status: 'cancelled', cancellation: { by: 'operator' } })
    expect(ended.refunds?.[1]).toMatchObject({ amountCents: 499, shares: [{ itemId: '1', cents: 499 }] })
    expect((await reported(id)).slice(1)).toEqual([
      ...['refund-requested', 'order-cancelled', 'order-status-changed'],
    ])
  })

  test('when the payment is not known yet then the refund is a task of the operator, also once the payment arrives', async () => {
    const id = await shop.place(newCustomer(), [item(), item(elsewhere)], 9.98)
    await shop.setStatus(id, 'paid')
    await deliver(addressBlocked())
    await shop.pay(id)
    expect(await load(id)).toMatchObject({
      status: 'paid',
      taskCount: 1,
      refunds: [{ amountCents: 499, status: 'failed' }],
    })
  })

  test('when it was its only parcel then the refund after the payment arrived cancels the order, once', async () => {
    const id = await shop.place()
    await shop.setStatus(id, 'paid')
    await deliver(addressBlocked())
    await shop.pay(id)
    expect((await load(id)).status).toBe('paid')
    const key = { 'idempotency-key': 'the refund' }
    const answers = [await shop.refundOrder(id, {}, key), await shop.refundOrder(id, {}, key)]
    expect(answers.map(({ status }) => status)).toEqual([201, 201])
    expect(answers[1]?.body.refundId).toBe(answers[0]?.body.refundId)
    const order = await load(id)
    expect(order).toMatchObject({ status: 'cancelled', returnedCents: 499 })
    expect(order.refunds).toHaveLength(2)
    expect((await reported(id)).filter((type) => type === 'order-cancelled')).toHaveLength(1)
  })

  test('when an imported order is waiting to be shipped there then it gets its digest and is withdrawn', async () => {
    const guest = guestOrder('paid')
    await importOrders([guest], shop.deps)
    await deliver(addressBlocked())
    const order = await orders.findOne({ externalId: guest.externalId }).lean()
    expect(order).toMatchObject({ status: 'cancelled', items: [{ addressDigest: digest }] })
    expect(order?.lacksDigests).toBeUndefined()
    expect(order?.items[0]?.withdrawnAt).toBeInstanceOf(Date)
  })
})

describe('an order that the operator confirms as paid', () => {
  test.each(['paid', 'processing', 'shipped'])(
    'when it is unpaid and set to %s then its parcels take their places first, and a refusal is a 409 with the reason',
    async (status) => {
      const id = await shop.place()
      consent.held.length = 0
      consent.refusals.set(digest, full)
      const refused = await shop.setStatus(id, status)
      expect([refused.status, refused.body.message]).toEqual([
        409,
        'Gerald Snail cannot get more parcels at the moment. You can order again from December 26, 2026.',
      ])
      expect(await load(id)).toMatchObject({ status: 'pending', outbox: [] })
      consent.refusals.clear()
      consent.isDown = true
      expect((await shop.setStatus(id, status)).status).toBe(503)
      consent.isDown = false
      expect((await shop.setStatus(id, status)).body.status).toBe(status)
      expect(consent.held).toEqual([`${id}-1`])
      await shop.setStatus(id, 'delivered')
      expect(consent.held).toHaveLength(1)
    },
  )

  test('when one of a selection is refused then only that one fails, with the reason', async () => {
    const [listed, other] = [await shop.place(), await shop.place(newCustomer(), [item(elsewhere)])]
    consent.refusals.set(digest, blocked)
    const body = { orderIds: [listed, other], status: 'shipped' }
    expect((await shop.operator('POST', '/api/admin/orders/status', body)).body.results).toEqual([
      { orderId: listed, outcome: 'failed', message: cannotDeliver },
      { orderId: other, outcome: 'changed', message: null },
    ])
    expect((await load(listed)).status).toBe('pending')
  })

  test('when a person has to review it first then no place is taken', async () => {
    const body = { ...newCart(), customMessage: 'I will kill you, at last' }
    const placed = await call('POST', '/api/create-order-record', { as: newCustomer(), body })
    consent.held.length = 0
    expect((await shop.setStatus(placed.body.orderId, 'shipped')).status).toBe(409)
    expect(consent.held).toEqual([])
  })

  test('when it was imported as shipped then a listed address is refused, and one that is listed later is found', async () => {
    const [id, later] = [await imported('shipped'), await imported('shipped')]
    expect((await shop.setStatus(later, 'paid')).body.status).toBe('paid')
    consent.refusals.set(digest, blocked)
    for (const status of ['paid', 'processing']) {
      const refused = await shop.setStatus(id, status)
      expect([refused.status, refused.body.message]).toEqual([409, cannotDeliver])
    }
    // Imported orders that only become delivered are not sent.
    expect((await shop.setStatus(id, 'delivered')).status).toBe(200)
    await deliver(addressBlocked())
    expect((await load(later)).items[0]).toMatchObject({
      addressDigest: digest,
      withdrawnAt: expect.any(Date),
    })
  })
})

describe('an imported order that is to be sent', () => {
  const unchecked =
    'Its addresses are not checked yet. Please try again in a minute. If that does not help, one of them is not valid.'

  test('when consent gives no answer then it is neither packed nor sent; afterwards it is', async () => {
    consent.isDown = true
    const id = await imported('paid')
    const pack = async () => (await shop.pack([id])).orders[0]
    expect(await pack()).toMatchObject({ packed: false, message: unchecked })
    const ship = async () =>
      (await shop.changeParcels(id, [{ parcelId: `${id}-1`, action: 'ship' }]))?.results
    expect(await ship()).toMatchObject([{ outcome: 'refused', message: unchecked }])
    for (const status of ['processing', 'shipped'])
      expect((await shop.setStatus(id, status)).body.message).toBe(unchecked)
    const waiting = await load(id)
    expect([waiting.status, waiting.packedAt, waiting.lacksDigests]).toEqual(['paid', undefined, true])
    consent.isDown = false
    expect(await pack()).toMatchObject({ packed: true, message: null })
    expect(await ship()).toMatchObject([{ outcome: 'changed' }])
  })

  test('when one of several cannot be checked then only that one is neither packed nor sent, and it says why', async () => {
    const [broken, next] = [await imported('paid'), await imported('paid')]
    const setZip = (zip: string) => orders.updateOne({ _id: broken }, { 'items.0.contact.zipCode': zip })
    // Consent accepts none of this length.
    await setZip('9'.repeat(21))
    expect((await shop.pack([broken, next])).orders).toMatchObject([
      { orderId: broken, packed: false, message: unchecked },
      { orderId: next, packed: true, message: null },
    ])
    const ship = async (id: string) =>
      (await shop.changeParcels(id, [{ parcelId: `${id}-1`, action: 'ship' }]))?.results
    expect(await ship(broken)).toMatchObject([{ outcome: 'refused', message: unchecked }])
    const refused = await shop.setStatus(broken, 'shipped')
    expect([refused.status, refused.body.message]).toEqual([409, unchecked])
    expect(await load(broken)).toMatchObject({ status: 'paid', lacksDigests: true })
    await setZip('97477')
    expect((await shop.pack([broken])).orders).toMatchObject([{ packed: true }])
    expect(await ship(broken)).toMatchObject([{ outcome: 'changed' }])
  })

  test.each(['pack', 'ship', 'set the status'])(
    'when its address is listed and the operator wants to %s then it is withdrawn before',
    async (what) => {
      consent.isDown = true
      const id = await imported('paid')
      consent.refusals.set(digest, blocked)
      consent.isDown = false
      if (what === 'pack') await shop.pack([id])
      else if (what === 'ship') await shop.changeParcels(id, [{ parcelId: `${id}-1`, action: 'ship' }])
      else await shop.setStatus(id, 'shipped')
      expect(await load(id)).toMatchObject({ status: 'cancelled', items: [{ shippedAt: null }] })
    },
  )
})

test('when a customer reads or exports an order then it contains no digest', async () => {
  const { id, as } = await shop.paidOrder()
  expect(JSON.stringify(await shop.read(id, as))).not.toContain('digest of')
  const listed = await shop.operator('GET', '/api/admin/orders')
  expect(JSON.stringify(listed.body)).not.toContain('digest of')
})
