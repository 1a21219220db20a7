import { notFound } from '@prankpost/service-kit'
import { newCustomer, newId } from '@prankpost/service-kit/testing'
import { afterAll, afterEach, describe, expect, test } from 'vitest'
import { uncheckedAddressesTotal } from '../src/metrics.ts'
import { startShop, twoItems, twoItemsTotal } from './shop.ts'

const shop = await startShop()
afterAll(() => shop.close())

const edit = (id: string, as: ReturnType<typeof newCustomer>, body: object, itemId = '1') =>
  shop.call('PATCH', `/api/orders/${id}/items/${itemId}`, { as, body })

describe('a correction of an address', () => {
  test('when the order is paid then the item changes, and the event for fulfilment is part of the same write, once', async () => {
    const { id, as } = await shop.paidOrder({ items: twoItems, total: twoItemsTotal })
    const patch = { contactName: 'Gerald S. Snail', contactAddress2: 'Apt 4' }
    const { status, body } = await edit(id, as, patch)
    expect([status, body.items[0]]).toMatchObject([
      200,
      { ...patch, contactAddress: '1 Garden Path', contactState: 'OR', contactZipCode: '97477' },
    ])
    expect(body.timeline.at(-1)).toMatchObject({ what: 'address-changed' })
    expect(await shop.reported(id)).toEqual(['order-parcels-changed'])
    expect(await shop.lastEvent(id, 'order-parcels-changed')).toMatchObject({
      parcelsRevision: 1,
      parcels: [
        { contact: { name: 'Gerald S. Snail', address2: 'Apt 4' } },
        { contact: { name: 'Penelope Penguin' } },
      ],
    })
    expect((await edit(id, as, patch)).status).toBe(200)
    expect(await shop.reported(id)).toEqual(['order-parcels-changed'])
    expect((await edit(id, as, { contactAddress2: null })).body.items[0].contactAddress2).toBeNull()
    const found = await shop.operator('GET', '/api/admin/orders?q=gerald%20s.')
    expect(found.body.items.map((order: { id: string }) => order.id)).toEqual([id])
  })

  test.each([
    ['the ZIP code is not in the state', { contactState: 'NY' }],
    ['the ZIP code is not one', { contactZipCode: '9747' }],
    ['the name is empty', { contactName: ' ' }],
    ['nothing is to be changed', {}],
  ])('when %s then it is a 400, and nothing changes', async (_when, patch) => {
    const { id, as } = await shop.paidOrder()
    expect((await edit(id, as, patch)).status).toBe(400)
    expect(await shop.reported(id)).toEqual([])
  })

  test.each([
    ['is packed', 'packed already', (id: string) => shop.pack([id])],
    ['is processing', 'packed already', (id: string) => shop.setStatus(id, 'processing')],
    ['was sent', 'sent already', (id: string) => shop.setStatus(id, 'shipped')],
    [
      'was cancelled',
      'cancelled',
      (id: string) => shop.operator('POST', `/api/admin/orders/${id}/cancel`, { reason: 'x' }),
    ],
  ])('when the order %s then it is a 409 that says so', async (_when, why, prepare) => {
    const { id, as } = await shop.paidOrder()
    expect((await shop.read(id, as)).can.edit).toBe(true)
    await prepare(id)
    expect((await shop.read(id, as)).can.edit).toBe(false)
    const { status, body } = await edit(id, as, { contactName: 'New Name' })
    expect([status, body.message]).toEqual([409, expect.stringContaining(why)])
    expect((await shop.load(id)).items[0]?.contact.name).toBe('Gerald Snail')
  })

  test("when the parcel is withdrawn, unknown or another customer's then it is refused", async () => {
    const { id, as } = await shop.paidOrder({ items: twoItems, total: twoItemsTotal })
    await shop.refundOrder(id, { itemIds: ['1'], withdraw: true })
    expect((await edit(id, as, { contactName: 'A' })).status).toBe(409)
    expect((await edit(id, as, { contactName: 'A' }, '2')).status).toBe(200)
    expect((await edit(id, as, { contactName: 'A' }, '3')).status).toBe(404)
    expect((await edit(id, newCustomer(), { contactName: 'A' })).status).toBe(404)
    expect((await edit(newId(), as, { contactName: 'A' })).status).toBe(404)
  })
})

describe('the check of a corrected address', () => {
  const message = 'USPS does not know this address.'
  /** Sets what contact answers, and returns the addresses that it is asked about. */
  const answer = (result: () => unknown) => {
    const asked: unknown[] = []
    shop.others.checkAddress = (address) => {
      asked.push(address)
      return result()
    }
    return asked
  }
  afterEach(() => {
    shop.others.checkAddress = () => ({ result: 'unknown' })
    shop.others.isContactDown = false
  })

  test('when the address is known, or nothing is known about it, then it is changed as it was typed', async () => {
    for (const result of ['deliverable', 'unknown']) {
      const asked = answer(() => ({ result }))
      const { id, as } = await shop.paidOrder()
      const { status, body } = await edit(id, as, { contactAddress2: 'Apt 4' })
      expect([status, body.items[0].contactAddress2]).toEqual([200, 'Apt 4'])
      const place = { address: '1 Garden Path', address2: 'Apt 4', city: 'Springfield' }
      expect(asked).toEqual([{ ...place, state: 'OR', zipCode: '97477' }])
    }
  })

  test('when it is not known then it is a 400 at the address, and nothing changes', async () => {
    answer(() => ({ result: 'not-found', message }))
    const { id, as } = await shop.paidOrder()
    const { status, body } = await edit(id, as, { contactAddress: '99 Garden Path' })
    expect([status, body.code, body.message, body.issues]).toEqual([
      400,
      'invalid',
      message,
      [{ path: 'address', message }],
    ])
    expect((await shop.load(id)).items[0]?.contact.address).toBe('1 Garden Path')
    expect(await shop.reported(id)).toEqual([])
  })

  test('when contact is down, or does not have the check yet, then the address is changed and counted', async () => {
    const countBefore = (await uncheckedAddressesTotal.get()).values[0]?.value ?? 0
    const { id, as } = await shop.paidOrder()
    shop.others.isContactDown = true
    expect((await edit(id, as, { contactAddress: '2 Garden Path' })).status).toBe(200)
    shop.others.isContactDown = false
    answer(() => {
      throw notFound()
    })
    expect((await edit(id, as, { contactAddress: '3 Garden Path' })).status).toBe(200)
    expect((await uncheckedAddressesTotal.get()).values[0]?.value).toBe(countBefore + 2)
  })

  test('when only the name changes, or the change is refused anyway, then nothing is asked', async () => {
    const asked = answer(() => ({ result: 'not-found', message }))
    const { id, as } = await shop.paidOrder()
    expect((await edit(id, as, { contactName: 'Gerald S. Snail' })).status).toBe(200)
    expect((await edit(id, as, { contactState: 'NY' })).status).toBe(400)
    expect((await edit(id, newCustomer(), { contactCity: 'Salem' })).status).toBe(404)
    await shop.pack([id])
    expect((await edit(id, as, { contactCity: 'Salem' })).status).toBe(409)
    expect(asked).toEqual([])
  })

  test('when the order is packed while the address is checked then it is a 409, and nothing changes', async () => {
    const { id, as } = await shop.paidOrder()
    answer(async () => {
      await shop.pack([id])
      return { result: 'deliverable' }
    })
    expect((await edit(id, as, { contactCity: 'Salem' })).status).toBe(409)
    expect((await shop.load(id)).items[0]?.contact.city).toBe('Springfield')
  })
})
