import { until } from '@prankpost/test-harness'
import type { Attack } from '../frame/attack.ts'
import type { Shop } from '../frame/shop.ts'
import { asOperator, gerald, newCustomer, parcelsOf, type Target } from '../kit/people.ts'
import { expectQuick, timingOf } from '../kit/timing.ts'

/** A quick run prints fewer labels, once. */
const sizes = { quick: { parcels: 15, times: 1 }, full: { parcels: 50, times: 3 } }

/** Each new character is measured and embedded once: this took 46 times as long as plain names, and 7 with a limit. */
const maxRatio = 15

/** A target with characters of many fonts, different in each name, so that all of them have to be measured. */
const crafted = (n: number): Partial<Target> => {
  const letters = (length: number, step: number) =>
    Array.from({ length }, (_, at) => {
      const letter = String.fromCodePoint(0x0400 + ((n * 37 + at * step) % 0x120))
      const latin = String.fromCodePoint(0x0100 + ((n * 53 + at * step) % 0x150))
      return at % 2 === 0 ? letter : latin
    }).join('')
  return { name: letters(100, 7), address: letters(200, 11), city: letters(100, 13) }
}

/** Prints fifty labels with names that are slow to typeset, and compares them with fifty plain ones. */
export const craftedLabels: Attack = {
  name: 'crafted-labels',
  finding: '7',
  bound: `< ${maxRatio} x as long as plain ones`,
  async run(shop, { quick }) {
    const { parcels, times } = quick ? sizes.quick : sizes.full
    const customer = await newCustomer(shop)
    const plain = await parcelsFor(shop, customer, parcels, () => ({}))
    const long = await parcelsFor(shop, customer, parcels, crafted)
    const series = { plain: [] as number[], long: [] as number[] }
    await printed(shop, plain)
    for (let n = 0; n < times; n++) {
      series.plain.push(await printed(shop, plain))
      series.long.push(await printed(shop, long))
    }
    const timing = timingOf(`${parcels} labels`, series.plain, series.long)
    return { checks: [expectQuick(timing, maxRatio)], timing }
  },
}

async function parcelsFor(
  shop: Shop,
  customer: Awaited<ReturnType<typeof newCustomer>>,
  count: number,
  change: (n: number) => Partial<Target>,
): Promise<string[]> {
  const lines = Array.from({ length: count }, (_, n) => ({
    target: { ...gerald, name: `Gerald Snail the ${n}th`, ...change(n) },
  }))
  const orderId = await customer.buy(lines)
  const parcelIds = await parcelsOf(shop, orderId)
  await until(async () => (await print(shop, parcelIds.slice(0, 1))).status === 200)
  // The screening finds bad words in some of these random letters; the others are not held, and refuse the release.
  for (const id of parcelIds) await asOperator(shop, 'POST', `/api/admin/parcels/${id}/release`)
  return parcelIds
}

const print = (shop: Shop, parcelIds: string[]) =>
  asOperator(shop, 'POST', '/api/admin/parcel-documents', { body: { kind: 'labels', parcelIds } })

async function printed(shop: Shop, parcelIds: string[]): Promise<number> {
  const { status, ms } = await print(shop, parcelIds)
  if (status !== 200) throw new Error(`labels: ${status}`)
  return ms
}
