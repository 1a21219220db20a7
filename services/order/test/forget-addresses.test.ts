import { forgetting } from '@prankpost/service-kit'
import { deletionRequested, eventOf, newPlanEvents } from '@prankpost/service-kit/testing'
import { afterAll, expect, test } from 'vitest'
import { forgetAddresses } from '../src/forget-addresses.ts'
import { emitters, item } from './fixture.ts'
import { startShop, twoItems, twoItemsTotal } from './shop.ts'

const shop = await startShop()
afterAll(() => shop.close())

const dayMs = 86_400_000
/** What the sweep does so many days from now. */
async function sweepIn(days: number, forget = forgetAddresses) {
  const round = forgetting({
    model: shop.orders,
    outbox: shop.deps.outbox,
    days: 45,
    now: () => new Date(Date.now() + days * dayMs),
    forget,
  })
  while (await round());
}
const historyOf = async (as: Awaited<ReturnType<typeof shop.paidOrder>>['as']) =>
  (await shop.call('GET', '/api/prank-history', { as })).body
/** The whole document, as text, without the events that no relay publishes in this test. */
const stored = async (id: string) => JSON.stringify({ ...(await shop.load(id)), outbox: [] })
const recipient = /Gerald|Snail|Garden|Surprise|digest|Snailfriend/i

test('when a parcel was delivered 45 days ago then its recipient is forgotten, and a repeat changes nothing', async () => {
  const reveal = { mode: 'guess', name: 'Snailfriend', names: ['Snailfriend'] }
  const { id, as } = await shop.paidOrder({ items: [item({ reveal })] })
  await shop.setStatus(id, 'delivered')
  await shop.orders.updateOne(
    { _id: id },
    { $set: { 'items.0.reportedCase': 'a case of Gerald', 'items.0.heldBecause': 'Mr. Snail is ill' } },
  )
  await sweepIn(44)
  expect(await stored(id)).toMatch(recipient)
  const { revision } = await shop.load(id)
  await sweepIn(46)
  expect(await stored(id)).not.toMatch(recipient)
  const forgotten = await shop.load(id)
  expect(forgotten.items[0]).toMatchObject({ quantity: 1, priceCents: 499, contact: { name: 'Forgotten' } })
  expect(forgotten.revision).toBeGreaterThan(revision)
  expect(forgotten.outbox.some(({ type }) => type === 'order-parcels-changed')).toBe(false)
  await sweepIn(400)
  expect(await shop.load(id)).toEqual(forgotten)
  const [entry] = await historyOf(as)
  expect(entry).toMatchObject({
    contactName: 'Forgotten',
    addressForgottenAt: expect.any(String),
    price: '4.99',
  })
  expect((await shop.operator('GET', '/api/admin/orders?q=gerald')).body.items).toEqual([])
})

test('when a document cannot be changed then the others are forgotten, and it is tried again a day later', async () => {
  const failing = await shop.paidOrder()
  const other = await shop.paidOrder()
  for (const { id } of [failing, other]) await shop.setStatus(id, 'delivered')
  let fails = true
  const forget: typeof forgetAddresses = (order, at) => {
    if (fails && String(order._id) === failing.id) throw new Error('a broken document')
    return forgetAddresses(order, at)
  }
  await expect(sweepIn(46, forget)).rejects.toThrow('a broken document')
  expect(await stored(other.id)).not.toMatch(recipient)
  fails = false
  await sweepIn(46, forget)
  expect(await stored(failing.id)).toMatch(recipient)
  await sweepIn(48, forget)
  expect(await stored(failing.id)).not.toMatch(recipient)
})

test('when a parcel is forgotten then the history still says what the sender chose, and what came of it, without names', async () => {
  const choice = { name: 'Snailfriend', names: ['Snailfriend'] }
  const at = new Date(Date.now() - dayMs)
  const date = at.toISOString().slice(0, 10)
  const reveal = (mode: string, guesses: string[] = [], guessedAt: Date | null = null) => ({
    ...{ ...choice, mode, at: mode === 'date' ? at : null, guesses, guessedAt },
  })
  const cases = [
    [reveal('date'), { mode: 'date', date, state: 'revealed' }],
    [reveal('guess', ['a'], at), { mode: 'guess', date: null, state: 'revealed' }],
    [reveal('guess', ['a', 'b', 'c']), { mode: 'guess', date: null, state: 'missed' }],
    [reveal('guess', ['a']), { mode: 'guess', date: null, state: 'hidden' }],
  ] as const
  const orders = await Promise.all(
    cases.map(async ([stored, expected]) => {
      const { id, as } = await shop.paidOrder()
      await shop.setStatus(id, 'delivered')
      await shop.orders.updateOne({ _id: id }, { $set: { 'items.0.reveal': stored } })
      return { id, as, expected }
    }),
  )
  await sweepIn(46)
  for (const { id, as, expected } of orders) {
    expect(await stored(id)).not.toMatch(recipient)
    expect((await historyOf(as))[0].reveal).toEqual(expected)
    expect((await shop.load(id)).items[0]?.reveal?.guesses.join('')).toBe('')
  }
})

test('when no delivery is reported then it is forgotten 15 days later; an unsent parcel is not', async () => {
  const { id } = await shop.paidOrder()
  const unsent = await shop.paidOrder()
  await shop.setStatus(id, 'shipped')
  await sweepIn(59)
  expect(await stored(id)).toMatch(recipient)
  await sweepIn(62)
  expect(await stored(id)).not.toMatch(recipient)
  await sweepIn(300)
  expect(await stored(unsent.id)).toMatch(recipient)
})

test('when one of two parcels was withdrawn then only it is forgotten, and the other one later', async () => {
  const { id } = await shop.paidOrder({ items: twoItems, total: twoItemsTotal })
  await shop.refundOrder(id, { itemIds: ['1'], withdraw: true, reason: 'Gerald moved' })
  expect((await shop.load(id)).items[0]?.withdrawnAt).toBeInstanceOf(Date)
  await sweepIn(46)
  const half = await shop.load(id)
  expect(half.items.map(({ contact }) => contact.name)).toEqual(['Forgotten', 'Penelope Penguin'])
  // The message is still needed.
  expect(half.customMessage).not.toBeNull()
  await shop.setStatus(id, 'delivered')
  await sweepIn(100)
  expect(await stored(id)).not.toMatch(/Gerald|Penelope|Garden|Surprise/)
})

test.each(['send', 'refund'] as const)(
  'when a parcel of a plan that ended with %s is shipped after the others were forgotten then it is forgotten, too',
  async (unsent) => {
    const plan = newPlanEvents()
    await shop.handlers['subscription-created'](eventOf(plan.created()))
    const shipped = (parcelsShipped: number) =>
      shop.handlers['prank-shipped'](eventOf(plan.shipped({ parcelsShipped })))
    const names = async () =>
      (await shop.orders.findOne({ invoiceId: plan.invoiceId }).lean())?.items.map(
        ({ contact }) => contact.name,
      )
    await shipped(1)
    await shop.handlers['subscription-cancelled'](eventOf(plan.cancelled(undefined, { unsent })))
    await sweepIn(62)
    expect(await names()).toEqual(['Forgotten'])
    await shipped(2)
    await sweepIn(62)
    expect(await names()).toEqual(['Forgotten', 'Forgotten'])
  },
)

test('when a dispute is open then nothing is forgotten until it is closed', async () => {
  const { id } = await shop.paidOrder()
  await shop.setStatus(id, 'delivered')
  const dispute = (status: 'open' | 'won') =>
    shop.handlers['dispute-changed'](
      eventOf(
        emitters.payment('dispute-changed', id, {
          ...{ orderId: id, planId: null, invoiceId: null, ownerId: null, disputeId: `dp_${id}` },
          ...{
            paymentIntentId: 'pi_1',
            amountCents: 499,
            reason: 'fraudulent',
            status,
            at: new Date().toISOString(),
          },
        }),
      ),
    )
  await dispute('open')
  await sweepIn(46)
  expect(await stored(id)).toMatch(recipient)
  await dispute('won')
  await sweepIn(48)
  expect(await stored(id)).not.toMatch(recipient)
})

test("when an account was deleted then a parcel's code is forgotten 45 days after its delivery, and a repeat changes nothing", async () => {
  const { id, as } = await shop.paidOrder({ items: twoItems, total: twoItemsTotal })
  const drawnAt = new Date()
  const references = ['GHJKMNPQRS', 'GHJKMNPQRT'].map((reference, index) => ({
    ...{ parcelId: `${id}-${index + 1}`, reference, drawnAt },
  }))
  await shop.orders.updateOne({ _id: id }, { $set: { references } })
  await shop.setStatus(id, 'shipped')
  await shop.operator('PATCH', `/api/admin/orders/${id}/items/1`, { delivered: true })
  await shop.handlers['customer-deletion-requested'](eventOf(deletionRequested(as.id)))
  const codes = async () => ((await shop.load(id)).references ?? []).map(({ reference }) => reference)
  for (const [days, expected] of [
    [44, ['GHJKMNPQRS', 'GHJKMNPQRT']],
    [46, ['GHJKMNPQRT']],
    [59, ['GHJKMNPQRT']],
    [78, []],
  ] as const) {
    await sweepIn(days)
    expect(await codes()).toEqual(expected)
  }
  const erased = await shop.load(id)
  expect(erased.items.map(({ contact }) => contact.name)).toEqual(['Erased', 'Erased'])
  await shop.handlers['customer-deletion-requested'](eventOf(deletionRequested(as.id)))
  await sweepIn(2_000)
  expect(await shop.load(id)).toEqual(erased)
})

test('when a backup is restored then what it brought back is forgotten again', async () => {
  const { id } = await shop.paidOrder({ items: [item({ contactName: 'Gerald Snail' })] })
  await shop.setStatus(id, 'delivered')
  const backup = await shop.load(id)
  await sweepIn(46)
  await shop.orders.replaceOne({ _id: backup._id }, backup)
  expect(await stored(id)).toMatch(recipient)
  await sweepIn(47)
  expect(await stored(id)).not.toMatch(recipient)
})
