import { newCustomer } from '@prankpost/service-kit/testing'
import { afterAll, beforeEach, describe, expect, test } from 'vitest'
import { emitters, item, newCart } from './fixture.ts'
import { importOne } from './imported-orders.ts'
import { startShop, twoItems, twoItemsTotal } from './shop.ts'

const shop = await startShop()
const { deliver } = await shop.consume()
afterAll(() => shop.close())
const { consent, call, load, orders, others } = shop

/** The stand-in's digest of the address of `item()`. */
const digest = 'digest of 1 Garden Path 97477'
const elsewhere = { contactAddress: '2 Pond Lane', contactName: 'Penelope Penguin' }
const blocked = { kind: 'blocked' } as const
const full = { kind: 'full', from: '2026-12-26', isOwn: true } as const
const addressBlocked = (of = digest) =>
  emitters.consent('address-blocked', 'f0'.repeat(12), { digest: of, at: new Date().toISOString() })

const cannotDeliver = 'We cannot deliver to Gerald Snail. Please choose another target.'

beforeEach(() => consent.reset())

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
    const [id, later] = [await importOne(shop, 'shipped'), await importOne(shop, 'shipped')]
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
    const id = await importOne(shop, 'paid')
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
    const [broken, next] = [await importOne(shop, 'paid'), await importOne(shop, 'paid')]
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
      const id = await importOne(shop, 'paid')
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
