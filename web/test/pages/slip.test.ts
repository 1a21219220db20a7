import { until } from '@prankpost/test-harness'
import { expect, test } from 'vitest'
import { violationsOf } from '../../../test/support/axe.ts'
import { keyboardOf } from '../../../test/support/keyboard.ts'
import { withStore } from './store.ts'

const { api, open } = withStore()
const address = '/r/GHJKMNPQRS'
const reading = 'POST /api/slips'
const stopping = 'POST /api/slips/stop'
const reporting = 'POST /api/slips/report'
const guessing = 'POST /api/slips/guess'
const reacting = 'POST /api/slips/reaction'
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
  await keyboardOf(page).waitForFocus(done)
  expect(api.bodiesOf(stopping)).toEqual([{ code: 'GHJKMNPQRS', scope: 'unit' }])
})

test('when parcels are being stopped, then it cannot be cancelled any more', async () => {
  const { promise: after, resolve: answer } = Promise.withResolvers<void>()
  api.plans[stopping] = { body: { message: 'Your address is on our do-not-prank list now.' }, after }
  const page = await open(address)
  await page.getByRole('button', { name: 'Stop All Parcels' }).click()
  await page.getByRole('button', { name: 'Yes, Stop All' }).click()
  await page.getByRole('button', { name: 'Stopping...' }).waitFor()
  expect(await page.getByRole('button', { name: 'Cancel' }).isDisabled()).toBe(true)
  answer()
  await page.getByRole('status').filter({ hasText: 'do-not-prank list' }).waitFor()
})

test('when the address has a unit, then by keyboard the recipient stops parcels to the whole house', async () => {
  api.plans[reading] = { body: slipWith({}) }
  const page = await open(address)
  await page.getByRole('button', { name: 'Stop All Parcels' }).press('Enter')
  expect(await page.getByRole('radio', { name: 'Only this unit' }).isChecked()).toBe(true)
  await page.keyboard.press('Tab')
  await page.keyboard.press('ArrowDown')
  expect(await page.getByRole('radio', { name: 'The whole house' }).isChecked()).toBe(true)
  await page.keyboard.press('Tab')
  await page.keyboard.press('Enter')
  await page.getByRole('status').filter({ hasText: 'do-not-prank list' }).waitFor()
  expect(api.bodiesOf(stopping)).toEqual([{ code: 'GHJKMNPQRS', scope: 'house' }])
})

/** A slip whose sender chose this, with what is known so far. */
const slipWith = (reveal: object, reaction: string | null = null) => ({
  ...{ prank: 'Raw Potato', image: 'potato', quantity: 1, contents: null, hasAddress: true, hasUnit: true },
  page: {
    reveal: { mode: 'guess', at: null, guessesLeft: 3, isGuessed: false, name: null, ...reveal },
    reaction,
  },
})

test('when a recipient returns to the tab once the parcel is marked as sent, then the guesses are offered', async () => {
  api.plans[reading] = { body: { ...slipWith({}), page: null } }
  const page = await open(address)
  await page.getByText('Please check again later.').waitFor()
  api.plans[reading] = { body: slipWith({}) }
  await page.evaluate(() => globalThis.dispatchEvent(new Event('visibilitychange')))
  await page.getByText('You have 3 guesses.').waitFor()
})

test('when a recipient guesses by keyboard, then wrong ones leave the field, errors are shown, and a right one shows the name with the focus', async () => {
  api.plans[reading] = { body: slipWith({}) }
  const page = await open(address)
  await page.getByText('You have 3 guesses.').waitFor()
  const field = page.getByLabel('Your guess')
  const send = async (name: string, plan: (typeof api.plans)[string]) => {
    api.plans[guessing] = plan
    await field.fill(name)
    await field.press('Enter')
  }
  const wrong = (guessesLeft: number) => ({
    body: { isRight: false, reveal: slipWith({ guessesLeft }).page.reveal },
  })
  await send('Bob', wrong(2))
  await page.getByRole('status').filter({ hasText: 'Wrong. Guesses left: 2' }).waitFor()
  await until(async () => (await field.inputValue()) === '')
  const { waitForFocus } = keyboardOf(page)
  await waitForFocus(field)
  await send('Zed', refused(503, 'Please try again in a minute.'))
  await page.getByRole('alert').filter({ hasText: 'Please try again in a minute.' }).waitFor()
  expect(await field.inputValue()).toBe('Zed')
  const reveal = slipWith({ guessesLeft: 0, isGuessed: true, name: 'Aunt Zelda' }).page.reveal
  await send('Zelda', { body: { isRight: true, reveal } })
  const outcome = page.getByRole('status').filter({ hasText: 'You guessed it! It was' })
  await outcome.getByText('Aunt Zelda').waitFor()
  await waitForFocus(outcome)
  expect([await field.count(), api.bodiesOf(guessing)]).toEqual([
    0,
    ['Bob', 'Zed', 'Zelda'].map((name) => ({ code: 'GHJKMNPQRS', name })),
  ])
})

test('when a date is set, then it is counted down, and at its end the name is read again', async () => {
  const at = new Date(Date.now() + 90_000_000).toISOString()
  api.plans[reading] = { body: slipWith({ mode: 'date', at, guessesLeft: 0 }) }
  const page = await open(address, { clock: true })
  await page
    .getByRole('timer')
    .filter({ hasText: /^1 day [01] hour/ })
    .waitFor()
  // The clock of the server is behind the one of this device: it does not show the name yet.
  api.calls = []
  await page.clock.fastForward(90_001_000)
  await until(() => api.bodiesOf(reading).length === 1)
  api.plans[reading] = { body: slipWith({ mode: 'date', at, guessesLeft: 0, name: 'Aunt Zelda' }) }
  await page.clock.runFor(3_000)
  await page.getByText('Aunt Zelda').waitFor()
})

test('when a recipient reacts, then a refused message is still there, another one is sent once, and a reload knows it', async () => {
  api.plans[reacting] = refused(400, 'We cannot deliver this message.')
  const page = await open(address)
  await page.getByText('The sender stays anonymous.').waitFor()
  const button = page.getByRole('button', { name: 'Send Reaction' })
  expect(await button.isDisabled()).toBe(true)
  await page.getByRole('radio', { name: 'Laughing' }).focus()
  await page.keyboard.press('ArrowRight')
  const words = page.getByLabel('Message (optional)')
  await words.fill('You fool!')
  await button.press('Enter')
  await page.getByRole('alert').filter({ hasText: 'We cannot deliver this message.' }).waitFor()
  expect(await words.inputValue()).toBe('You fool!')
  delete api.plans[reacting]
  await words.fill('So funny')
  await button.dblclick()
  await page.getByRole('status').filter({ hasText: 'on its way to the sender' }).waitFor()
  expect(api.bodiesOf(reacting).slice(1)).toEqual([{ code: 'GHJKMNPQRS', emoji: '😱', message: 'So funny' }])
  api.plans[reading] = { body: slipWith({ mode: 'never', guessesLeft: 0 }, '😱') }
  await page.reload()
  await page.getByText('Your reaction 😱 was sent.').waitFor()
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

test('when the address was erased and the catalog is down, then the page says so, leads to the list, and takes a report', async () => {
  const slip = {
    prank: 'Raw Potato',
    image: null,
    quantity: 1,
    contents: null,
    hasAddress: false,
    hasUnit: false,
    page: null,
  }
  api.plans[reading] = { body: slip }
  const page = await open(address)
  await page.getByText('We have deleted where this parcel went').waitFor()
  await page.getByText('We cannot show the contents').waitFor()
  expect(await page.getByRole('button', { name: /Stop/ }).count()).toBe(0)
  await page.getByRole('main').getByRole('link', { name: 'Do-Not-Prank List' }).waitFor()
  api.plans[reading] = { body: { ...slip, contents: { contents: 'One raw potato.', allergens: '' } } }
  await page.getByRole('button', { name: 'Try Again' }).click()
  await page.getByText('One raw potato.').waitFor()
  await page.getByText('Not stated.').waitFor()
  expect(await page.getByText('We hold everything').count()).toBe(0)
  await page.getByRole('button', { name: 'Send Report' }).click()
  await page.getByRole('status').filter({ hasText: 'A person of our team' }).waitFor()
  expect(api.bodiesOf(reporting)).toEqual([{ code: 'GHJKMNPQRS', message: '' }])
  expect(await page.getByRole('main').getByRole('link', { name: 'Do-Not-Prank List' }).count()).toBe(1)
})

test('when axe checks it at any width, then it finds nothing serious, and nothing is wider than the page', async () => {
  const at = new Date(Date.now() + 8_640_000_000).toISOString()
  api.plans[reading] = { body: slipWith({ mode: 'date', at }) }
  const page = await open(address)
  await page.getByRole('button', { name: 'Stop All Parcels' }).click()
  await page.getByRole('button', { name: 'Yes, Stop All' }).waitFor()
  for (const width of [1280, 375]) {
    await page.setViewportSize({ width, height: 900 })
    expect(await violationsOf(page, { contrast: width === 1280 })).toEqual([])
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(width)
  }
})
