import { afterAll, expect, test } from '@jest/globals'
import { createPriceShelf } from '../src/price-shelf.ts'
import { glitter, potato, startRig } from './rig.ts'

const rig = await startRig()
afterAll(() => rig.close())

const cents = async (shelf = rig.deps.priceShelf) => {
  const found = await shelf.read([potato.id, glitter.id, 'nothing'])
  return [...found.values()].map(({ priceCents }) => priceCents)
}
const setPrice = (priceCents: number) => rig.deps.prices.updateOne({ _id: potato.id }, { priceCents })

test('when prices are read again then the database is not asked, until this process hears of a change', async () => {
  expect(await cents()).toEqual([499, 1250])
  await setPrice(599)
  expect(await cents()).toEqual([499, 1250])
  rig.deps.priceShelf.changed()
  expect(await cents()).toEqual([599, 1250])
})

test('when another replica took the change in then it shows within a second', async () => {
  const other = createPriceShelf(rig.deps.prices)
  const [before] = await cents(other)
  await setPrice(699)
  expect((await cents(other))[0]).toBe(before)
  await new Promise((resolve) => setTimeout(resolve, 900))
  expect((await cents(other))[0]).toBe(699)
})

test('when the price changes while it is read then what was read is not kept', async () => {
  const other = createPriceShelf(rig.deps.prices)
  const reading = cents(other)
  other.changed()
  await reading
  await setPrice(799)
  expect((await cents(other))[0]).toBe(799)
})
