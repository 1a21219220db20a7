import { expect, test } from 'vitest'
import { violationsOf } from '../../../test/support/axe.ts'
import { keyboardOf } from '../../../test/support/keyboard.ts'
import { withStore } from './store.ts'

const { api, open } = withStore()
const asking = 'POST /api/do-not-prank'
const confirming = 'POST /api/do-not-prank/confirm'
type Page = Awaited<ReturnType<typeof open>>

async function fill(page: Page, { email = '' } = {}) {
  await page.getByLabel('Address', { exact: true }).fill('12 Burrow Street')
  await page.getByLabel('City').fill('Springfield')
  await page.getByLabel('State').selectOption('OR')
  await page.getByLabel('ZIP Code').fill('97477')
  await page.getByLabel(/^Email/).fill(email)
  await page.getByRole('button', { name: 'Continue' }).click()
}

test('when the form is empty or the code is wrong, then the page says so without a barrier; the recipient may start again', async () => {
  const page = await open('/do-not-prank')
  await page.getByRole('button', { name: 'Continue' }).click()
  await page.getByText('Address is required').waitFor()
  await page.getByText('State is required').waitFor()
  expect(api.bodiesOf(asking)).toEqual([])

  const message = 'This code is not correct, or it has expired.'
  api.plans[confirming] = { status: 400, body: { message, code: 'invalid', requestId: 'r' } }
  await fill(page)
  const { waitForFocus } = keyboardOf(page)
  await waitForFocus(page.getByRole('main').getByRole('status'))
  for (const width of [375, 1280]) {
    await page.setViewportSize({ width, height: 900 })
    expect(await violationsOf(page, { contrast: width === 375 })).toEqual([])
  }
  await page.getByLabel('Code', { exact: true }).fill('1')
  await page.getByRole('button', { name: 'Confirm' }).click()
  await page.getByRole('alert').filter({ hasText: message }).waitFor()
  expect(await page.getByLabel('Code', { exact: true }).inputValue()).toBe('1')
  await page.getByRole('button', { name: 'Start Again' }).click()
  await page.getByRole('button', { name: 'Continue' }).waitFor()
  await waitForFocus(page.getByRole('main'))
})
