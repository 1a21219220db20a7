import { newCustomer, newId } from '@prankpost/service-kit/testing'
import { afterAll, describe, expect, test } from 'vitest'
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
