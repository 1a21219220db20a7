import { eventOf, exportRequested, newId } from '@prankpost/service-kit/testing'
import { afterAll, describe, expect, test } from 'vitest'
import { addDigests } from '../src/use-cases/add-digests.ts'
import { holdReported } from '../src/use-cases/hold-reported.ts'
import { importOrders } from '../src/use-cases/import-orders.ts'
import { emitters, item } from './fixture.ts'
import { startShop } from './shop.ts'

const shop = await startShop()
const { deliver } = await shop.consume()
afterAll(() => shop.close())

/** The stand-in's digest of the address of `item()`. */
const digest = 'digest of 1 Garden Path 97477'
const elsewhere = { contactAddress: '2 Pond Lane', contactName: 'Penelope Penguin' }
const reported = (caseId = newId()) =>
  emitters.consent('address-reported', caseId, { digest, caseId, at: new Date().toISOString() })
const held = {
  heldBecause: 'Held for review',
  screening: { matches: [{ kind: 'report', where: 'address' }] },
}

test('when an address is reported, twice, then its unsent parcels are held for a review, packed or not, in one event each', async () => {
  const { id } = await shop.paidOrder({ items: [item(), item(elsewhere)], total: 9.98 })
  const packed = await shop.paidOrder()
  await shop.pack([packed.id])
  const sent = await shop.paidOrder()
  await shop.setStatus(sent.id, 'shipped')
  const event = reported()
  expect([await deliver(event), await deliver(event)]).toEqual([null, null])
  const order = await shop.load(id)
  expect(order.items[0]).toMatchObject(held)
  expect(order.items[1]?.screening).toBeUndefined()
  expect(await shop.reported(id)).toEqual(['order-parcels-changed'])
  expect((await shop.load(packed.id)).items[0]).toMatchObject(held)
  expect((await shop.load(sent.id)).items[0]?.heldBecause ?? null).toBeNull()
  const ship = await shop.changeParcels(id, [{ parcelId: `${id}-1`, action: 'ship' }])
  expect(ship?.results).toMatchObject([{ outcome: 'refused' }])
})

test('when an order there cannot be changed then the others are held all the same, and the event is retried for that one', async () => {
  const [broken, next] = [await shop.paidOrder(), await shop.paidOrder()]
  const caseId = newId()
  const setName = (name: string) =>
    shop.orders.updateOne({ _id: broken.id }, { 'items.0.contact.name': name })
  // No event can contain it.
  await setName('x'.repeat(501))
  // Not delivered: the retry of a failed event would come during another test.
  const hold = () => holdReported({ digest, caseId, at: new Date().toISOString() }, shop.deps)
  await expect(hold()).rejects.toThrow()
  const { items, revision } = await shop.load(next.id)
  expect([items[0], (await shop.load(broken.id)).items[0]?.heldBecause ?? null]).toMatchObject([held, null])
  await setName('Gerald Snail')
  await hold()
  expect((await shop.load(broken.id)).items[0]).toMatchObject(held)
  expect((await shop.load(next.id)).revision).toBe(revision)
})

test('when an operator released a parcel then the same case does not hold it again, and another case does', async () => {
  const { id } = await shop.paidOrder()
  const event = reported()
  await deliver(event)
  const packer = await shop.changeParcels(id, [{ parcelId: `${id}-1`, action: 'release' }])
  expect(packer?.results).toMatchObject([{ outcome: 'refused' }])
  await shop.changeParcels(id, [{ parcelId: `${id}-1`, action: 'release', isReviewed: true }])
  await deliver(event)
  expect((await shop.load(id)).items[0]?.heldBecause).toBeNull()
  await deliver(reported())
  expect((await shop.load(id)).items[0]).toMatchObject(held)
})

test('when the order is not paid then it stays, and the event after its payment holds it; its customer reads nothing of a report', async () => {
  const { id, as } = await shop.paidOrder()
  const unpaid = await shop.place()
  const event = reported()
  await deliver(event)
  expect((await shop.load(unpaid)).items[0]?.screening).toBeUndefined()
  await shop.pay(unpaid)
  await deliver(event)
  expect((await shop.load(unpaid)).items[0]).toMatchObject(held)
  const { items } = await shop.read(id, as)
  expect(items).toMatchObject([{ status: 'preparing', review: null }])
  expect(JSON.stringify(items)).not.toMatch(/report|harass/i)
  await shop.handlers['customer-export-requested'](eventOf(exportRequested(as.id)))
  const exported = JSON.stringify(shop.customerData.parts)
  expect(exported).toContain('"status":"preparing"')
  expect(exported).not.toMatch(/report|harass|review|screening|held/i)
})

describe('an imported order to an address with an open case', () => {
  const to = {
    name: 'Gerald Snail',
    address: '1 Garden Path',
    city: 'Springfield',
    state: 'OR',
    zipCode: '97477',
  }
  const importOne = async (externalId: string) => {
    const prank = { prankName: 'Prank of 499 cents', quantity: 1, price: '4.99', contact: to }
    const paid = { status: 'paid' as const, paidAt: new Date().toISOString() }
    await importOrders(
      [{ ...paid, externalId, customerEmail: 'guest@customers.test', items: [prank] }],
      shop.deps,
    )
    return String((await shop.orders.findOne({ externalId }).lean())?._id)
  }

  test('when its digests are added then what others sent there is held, and neither withdrawn nor refunded', async () => {
    const { id } = await shop.paidOrder()
    const caseId = newId()
    shop.consent.refusals.set(digest, { kind: 'blocked', reportedCase: caseId })
    const importedId = await importOne('reported')
    await shop.pack([importedId])
    for (const one of [id, importedId]) {
      const { status, items, refunds = [], lacksDigests } = await shop.load(one)
      expect([status, refunds, lacksDigests]).toEqual(['paid', [], undefined])
      expect(items).toMatchObject([{ ...held, reportedCase: caseId, addressDigest: digest }])
      expect(items[0]?.withdrawnAt ?? null).toBeNull()
    }
    shop.consent.refusals.clear()
  })

  test('when the process dies before the parcels are withdrawn or held then the mark is still there, and a repeat does it', async () => {
    shop.consent.refusals.set(digest, { kind: 'blocked' })
    const id = await importOne('dies')
    const now = () => {
      throw new Error('the process dies')
    }
    await expect(addDigests({ ...shop.deps, now })).rejects.toThrow('the process dies')
    expect(await shop.load(id)).toMatchObject({ status: 'paid', lacksDigests: true })
    await addDigests(shop.deps)
    expect((await shop.load(id)).status).toBe('cancelled')
    shop.consent.refusals.clear()
  })
})
