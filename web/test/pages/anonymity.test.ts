import { expect, test } from 'vitest'
import { violationsOf } from '../../../test/support/axe.ts'
import { searchedPlaces } from '../../src/features/anonymity/searched.ts'
import { withStore } from './store.ts'

const { open } = withStore()

test.each([375, 1280])(
  'when the proof of anonymity is opened at %i px, then each place has its test, and there is no barrier',
  async (width) => {
    const page = await open('/anonymity', { width, reducedMotion: true })
    await page.getByRole('heading', { name: 'Anonymity', level: 1 }).waitFor()
    const places = page.getByRole('region', { name: 'Where We Search' }).getByRole('listitem')
    expect(await places.count()).toBe(searchedPlaces.length)
    const [first] = searchedPlaces
    await places.first().getByText('The test').press('Enter')
    await places
      .first()
      .getByText(first?.name ?? '')
      .waitFor()
    const overflow = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)
    expect(overflow).toBeLessThanOrEqual(0)
    expect(await violationsOf(page)).toEqual([])
  },
)
