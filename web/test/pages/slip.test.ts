import { expect, test } from 'vitest'
import { violationsOf } from '../../../test/support/axe.ts'
import { withStore } from './store.ts'

const { api, open } = withStore()
const address = '/r/GHJKMNPQRS'
const reading = 'POST /api/slips'
const stopping = 'POST /api/slips/stop'
const reporting = 'POST /api/slips/report'
const refused = (status: number, message: string) => ({
  status,
  body: { message, code: 'refused', requestId: 'r' },
})

test('when a recipient opens the code, then the page says what is in it, by keyboard stops all parcels once, and keeps the focus', async () => {
  const page = await open(address)
  await page.getByRole('heading', { name: 'You Got Pranked' }).waitFor()
  await page.getByText('Raw Potato × 2').waitFor()
  await page.getByText('No major allergens.').waitFor()
  expect(api.bodiesOf(reading)).toEqual([{ code: 'GHJKMNPQRS' }])
  await page.getByRole('button', { name: 'Stop All Parcels' }).press('Enter')
  await page.getByRole('button', { name: 'Cancel' }).press('Enter')
  await page.getByRole('button', { name: 'Stop All Parcels' }).press('Enter')
  const yes = page.getByRole('button', { name: 'Yes, Stop All' })
  await page.keyboard.press('Tab')
  await yes.dblclick()
  const done = page.getByRole('status').filter({ hasText: 'do-not-prank list' })
  await done.waitFor()
  expect(await done.evaluate((element) => element === document.activeElement)).toBe(true)
  expect(api.bodiesOf(stopping)).toEqual([{ code: 'GHJKMNPQRS' }])
})

test('when a report fails, then the message is still there, and sending it again reports it', async () => {
  api.plans[reporting] = refused(503, 'Please try again in a minute.')
  const page = await open(address)
  const words = page.getByLabel('What happened (optional)')
  await words.fill('It does not stop.')
  await page.getByRole('button', { name: 'Send Report' }).click()
  await page.getByRole('alert').filter({ hasText: 'Please try again in a minute.' }).waitFor()
  expect(await words.inputValue()).toBe('It does not stop.')
  delete api.plans[reporting]
  await page.getByRole('button', { name: 'Send Report' }).click()
  await page.getByRole('status').filter({ hasText: 'A person of our team' }).waitFor()
  expect(api.bodiesOf(reporting).at(-1)).toEqual({ code: 'GHJKMNPQRS', message: 'It does not stop.' })
})

test('when the code is unknown, then the page says what else helps', async () => {
  api.plans[reading] = refused(404, 'We do not know this code.')
  const page = await open(address)
  await page.getByRole('heading', { name: 'We Do Not Know This Code' }).waitFor()
  await page.getByRole('main').getByRole('link', { name: 'Do-Not-Prank List' }).waitFor()
})

test('when the address was erased and the catalog is down, then the page says so, and offers no action that fails', async () => {
  const slip = { prank: 'Raw Potato', quantity: 1, contents: null, hasAddress: false }
  api.plans[reading] = { body: slip }
  const page = await open(address)
  await page.getByText('We have deleted where this parcel went').waitFor()
  await page.getByText('We cannot show the contents').waitFor()
  expect(await page.getByRole('button', { name: /Stop|Report/ }).count()).toBe(0)
  api.plans[reading] = { body: { ...slip, contents: { contents: 'One raw potato.', allergens: '' } } }
  await page.getByRole('button', { name: 'Try Again' }).click()
  await page.getByText('One raw potato.').waitFor()
  await page.getByText('Not stated.').waitFor()
})

test.each([1440, 375])(
  'when axe checks it at %i px, then it finds nothing serious, and nothing is wider than the page',
  async (width) => {
    const page = await open(address, { width, reducedMotion: true })
    await page.getByRole('button', { name: 'Stop All Parcels' }).click()
    await page.getByRole('button', { name: 'Yes, Stop All' }).waitFor()
    expect(await violationsOf(page)).toEqual([])
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width)
  },
)
