import type { OutboxEntry } from '@prankpost/messaging'
import { unavailable } from '@prankpost/service-kit'
import { newId, standInClient } from '@prankpost/service-kit/testing'
import { afterAll, beforeEach, expect, test } from 'vitest'
import { rebuildReports } from '../src/use-cases/rebuild-reports.ts'
import { startFixture } from './fixture.ts'
import { day, newOrder, newPlan, potato, sock } from './shop-events.ts'

const fixture = await startFixture()
afterAll(() => fixture.close())
beforeEach(() => fixture.clear())

const [order, plan, refund] = [newOrder({ discountCode: 'A' }), newPlan(), newId()]
const parcelIds = [newId(), newId()]
const events = [
  ...[order.paid(day(1)), order.refundRequested(refund, 400, day(2)), order.status('shipped', day(3))],
  ...[order.refund(refund, 400, 'succeeded', day(4)), order.shipped(day(3), { parcelId: parcelIds[0] })],
  ...[
    plan.created(day(1)),
    plan.shipped(day(1), day(2), { parcelId: parcelIds[1] }),
    plan.cancelled(day(40)),
  ],
]
/** The same as order describes it. */
const purchases = [
  {
    ...{
      id: order.orderId,
      type: 'once',
      paidAt: day(1),
      totalCents: 1_497,
      discountCode: 'A',
      discountCents: 0,
    },
    items: [
      { prankId: potato.id, name: potato.name, quantity: 1, cents: 499 },
      { prankId: sock.id, name: sock.name, quantity: 2, cents: 998 },
    ],
    status: { to: 'shipped', at: day(3) },
    refunds: [{ id: refund, cents: 400, status: 'succeeded', at: day(2) }],
    disputes: [],
    parcels: [{ id: parcelIds[0], prankId: potato.id, name: potato.name, quantity: 1, shippedAt: day(3) }],
  },
  {
    ...{ id: plan.invoiceOf(day(1)), type: 'month', paidAt: day(1), totalCents: 998, discountCode: null },
    ...{ discountCents: 0, items: [], status: null, refunds: [], disputes: [] },
    parcels: [{ id: parcelIds[1], prankId: potato.id, name: potato.name, quantity: 1, shippedAt: day(2) }],
  },
]
const past = (entries: OutboxEntry[]) =>
  entries.map(({ time, ...entry }) => ({ ...entry, time: time.toISOString() }))
const ofPlan = events.filter(({ subject, type }) => subject === plan.planId && type !== 'prank-shipped')

const later = () => new Date(Date.now() + 2 * 3_600_000)
/** Rebuilds from sources with a page for each purchase; `meanwhile` runs before the second page is returned. */
const rebuild = ({ now = later, meanwhile = async (): Promise<unknown> => undefined } = {}) =>
  rebuildReports({
    ...fixture.models,
    now,
    order: standInClient({
      async get(path) {
        if (path === '/internal/past-purchases?limit=200') {
          return { purchases: purchases.slice(0, 1), nextCursor: 'f'.repeat(24) }
        }
        await meanwhile()
        return { purchases: purchases.slice(1), nextCursor: null }
      },
    }),
    subscription: standInClient({ get: () => ({ events: past(ofPlan), nextCursor: null }) }),
  })

test('when everything is lost then a rebuild gives the same figures as the events, also the second time', async () => {
  await fixture.deliverAll(...events)
  const figures = await fixture.figures()
  expect(figures.length).toBeGreaterThan(3)
  await fixture.clear()
  for (let run = 0; run < 2; run++) {
    expect(await rebuild()).toEqual({ purchases: 2, plans: 1, removed: 0, days: 4 })
    expect(await fixture.figures()).toEqual(figures)
  }
  await fixture.deliverAll(...events)
  expect(await fixture.figures()).toEqual(figures)
})

test('when something is damaged, or no source reports it, then it is replaced or emptied, and each day is computed', async () => {
  await fixture.deliverAll(...events)
  const figures = await fixture.figures()
  await fixture.deliverAll(newOrder().paid(day(1)))
  await fixture.purchases.updateOne({ _id: order.orderId }, { totalCents: 1, days: ['2024-01-01'] })
  await fixture.days.updateMany({}, { $set: { 'figures.orders': 99 } })
  expect(await rebuild()).toMatchObject({ removed: 1 })
  // The damaged day stays, without figures.
  const days = (await fixture.figures()).filter(({ _id }) => _id !== '2024-01-01')
  expect(days).toEqual(figures)
})

test('when something happens meanwhile, or a source does not know the latest, then nothing is lost', async () => {
  const [late, other] = [newOrder(), newOrder()]
  await fixture.deliverAll(other.paid(day(1)), order.shipped(day(5)))
  const meanwhile = () => fixture.deliverAll(late.paid(day(1)), order.shipped(day(6)))
  expect(await rebuild({ now: () => new Date(), meanwhile })).toMatchObject({ removed: 0 })
  expect(await fixture.rows('sales', 'from=2025-01-01&to=2025-01-01')).toMatchObject([{ orders: 3 }])
  const shipped = await fixture.rows('fulfilment', 'from=2025-01-02&to=2025-01-06&by=month')
  expect(shipped).toMatchObject([{ shipped: 4 }])
})

test('when a source becomes unavailable midway then nothing is removed', async () => {
  await fixture.deliverAll(...events, newOrder().paid(day(1)))
  const figures = await fixture.figures()
  const failing = rebuild({
    meanwhile: async () => {
      throw unavailable()
    },
  })
  await expect(failing).rejects.toThrow()
  expect(await fixture.figures()).toEqual(figures)
})
