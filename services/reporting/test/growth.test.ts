import { reportNames } from '@prankpost/contracts'
import { explainQueries } from '@prankpost/service-kit/testing'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { noPurchase, type PurchaseFacts } from '../src/purchase-facts.ts'
import { refreshDay } from '../src/use-cases/refresh-days.ts'
import { startFixture } from './fixture.ts'

const orders = { few: 200, many: 800 }
const dayMs = 86_400_000
const [start, daysOfShop] = [Date.UTC(2025, 0, 1), 50]
const range = 'from=2025-01-05&to=2025-02-10'

const shops = { few: await startFixture(), many: await startFixture() }
afterAll(() => Promise.all([shops.few.close(), shops.many.close()]))

const dayOf = (n: number) => new Date(start + (n % daysOfShop) * dayMs).toISOString().slice(0, 10)

/** An order of each prank in turn, shipped on its day. */
function orderOf(n: number): PurchaseFacts & { _id: string; days: string[] } {
  const paidAt = new Date(start + (n % daysOfShop) * dayMs + (n % 1_000))
  const pieces = { prankId: `prank-${n % 7}`, name: `Prank ${n % 7}`, quantity: 1 }
  return {
    ...noPurchase,
    ...{ _id: `order-${n}`, days: [dayOf(n)], type: 'once', paidAt, totalCents: 499 },
    discountCode: n % 10 === 0 ? 'MARKYMARC' : null,
    items: [{ ...pieces, cents: 499 }],
    parcels: [{ ...pieces, id: `parcel-${n}`, shippedAt: new Date(+paidAt + 3_600_000) }],
  }
}

async function fill({ purchases, deps }: (typeof shops)['few'], count: number) {
  const marks = { staleDays: [], revision: 1, changedAt: new Date() }
  await purchases.collection.insertMany(
    Array.from({ length: count }, (_, n) => ({ ...orderOf(n), ...marks })) as never,
  )
  for (let n = 0; n < daysOfShop; n++) await refreshDay(dayOf(n), deps)
}
beforeAll(async () => {
  await fill(shops.few, orders.few)
  await fill(shops.many, orders.many)
})

test('when a shop has many more orders then each report reads as many documents, one for each day', async () => {
  for (const report of reportNames) {
    const examined = async (shop: (typeof shops)['few']) =>
      (await explainQueries(shop.connection, () => shop.get(`${report}?${range}`)))
        .filter(({ collection }) => collection === 'days')
        .reduce((sum, { documentsRead }) => sum + documentsRead, 0)
    const documents = await examined(shops.few)
    expect(documents).toBeGreaterThan(0)
    expect(documents).toBeLessThanOrEqual(daysOfShop)
    expect(await examined(shops.many)).toBe(documents)
  }
})
