import { expect, test } from 'vitest'
import { violationsOf } from '../../../test/support/axe.ts'
import { searchedPlaces } from '../../src/features/anonymity/searched.ts'
import { withStore } from './store.ts'

const { open } = withStore()

test('when the proof of anonymity is opened, then each place has its test; nothing overflows, and there is no barrier', async () => {
  const page = await open('/anonymity')
  await page.getByRole('heading', { name: 'Anonymity', level: 1 }).waitFor()
  const places = page.getByRole('region', { name: 'Where We Search' }).getByRole('listitem')
  expect(await places.count()).toBe(searchedPlaces.length)
  const [first] = searchedPlaces
  await places.first().getByText('The test').press('Enter')
  await places
    .first()
    .getByText(first?.name ?? '')
    .waitFor()
  for (const width of [375, 1280]) {
    await page.setViewportSize({ width, height: 900 })
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(width)
    expect(await violationsOf(page, { contrast: width === 375 })).toEqual([])
  }
})
