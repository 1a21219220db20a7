import { reportNames } from '@prankpost/contracts'
import { explainQueries } from '@prankpost/service-kit/testing'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { noPurchase, type PurchaseFacts } from '../src/purchase-facts.ts'
import { refreshDay } from '../src/use-cases/refresh-days.ts'
import { startFixture } from './fixture.ts'

/** Orders of the two shops. The figures in docs/capacity.md are of 10,000 and 1,000,000. */
const [few, many] = [10_000, Number(process.env.REPORT_GROWTH_ORDERS ?? 100_000)]
const dayMs = 86_400_000
const [start, daysOfShop] = [Date.UTC(2025, 0, 1), 400]
const range = 'from=2025-01-10&to=2026-01-31'
const [rounds, calls] = [7, 60]

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

async function fill({ purchases, deps }: (typeof shops)['few'], orders: number) {
  const marks = { staleDays: [], revision: 1, changedAt: new Date() }
  for (let first = 0; first < orders; first += 10_000) {
    const count = Math.min(10_000, orders - first)
    await purchases.collection.insertMany(
      Array.from({ length: count }, (_, i) => ({ ...orderOf(first + i), ...marks })) as never,
    )
  }
  const from = performance.now()
  for (let n = 0; n < daysOfShop; n++) await refreshDay(dayOf(n), deps)
  return (performance.now() - from) / daysOfShop
}

const filled = { few: 0, many: 0 }
beforeAll(async () => {
  filled.few = await fill(shops.few, few)
  filled.many = await fill(shops.many, many)
}, 1_800_000)

const sorted = (numbers: number[]) => numbers.toSorted((a, b) => a - b)
const p95 = (durations: number[]) => sorted(durations)[Math.floor(durations.length * 0.95)] ?? 0
const median = (numbers: number[]) => sorted(numbers)[Math.floor(numbers.length / 2)] ?? 0

/** The same call to both shops, alternately, so that other work on the machine affects both. */
async function round(path: string) {
  const durations: Record<'few' | 'many', number[]> = { few: [], many: [] }
  for (let n = 0; n < 2 * calls; n++) {
    const size = n % 2 === 0 ? 'few' : 'many'
    const from = performance.now()
    expect((await shops[size].get(path)).status).toBe(200)
    durations[size].push(performance.now() - from)
  }
  return { few: p95(durations.few), many: p95(durations.many) }
}

test('when a shop has many more orders then each report reads as many documents, and takes as long', async () => {
  const lines: string[] = []
  for (const report of reportNames) {
    const path = `${report}?${range}`
    const examined = async (shop: (typeof shops)['few']) =>
      (await explainQueries(shop.connection, () => shop.get(path)))
        .filter(({ collection }) => collection === 'days')
        .reduce((sum, { documentsRead }) => sum + documentsRead, 0)
    const documents = { few: await examined(shops.few), many: await examined(shops.many) }
    const times: { few: number; many: number }[] = []
    for (let n = 0; n < rounds; n++) times.push(await round(path))
    const [fewMs, manyMs] = [median(times.map(({ few }) => few)), median(times.map(({ many }) => many))]
    const ratio = median(times.map(({ few, many }) => many / few))
    lines.push(
      `${report}: ${documents.few} and ${documents.many} documents, p95 ${fewMs.toFixed(1)} and ${manyMs.toFixed(1)} ms, ratio ${ratio.toFixed(2)}`,
    )
    expect(documents.many).toBe(documents.few)
    expect(documents.many).toBeLessThanOrEqual(daysOfShop)
  }
  console.log(`${few} and ${many} orders in ${daysOfShop} days, reports of 387 days:\n${lines.join('\n')}`)
  console.log(`to compute a day: ${filled.few.toFixed(1)} and ${filled.many.toFixed(1)} ms`)
}, 600_000)
