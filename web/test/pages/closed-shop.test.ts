import type { Page } from 'playwright-core'
import { beforeEach, expect, test } from 'vitest'
import { violationsOf } from '../../../test/support/axe.ts'
import { cartItemOf } from '../../src/lib/cart.ts'
import { bob, molly, pranks } from '../samples.ts'
import { until, withStore } from './store.ts'

const { api, open } = withStore()
const closedUntil = '2099-12-28T14:00:00.000Z'
const message = 'The shop is closed until Monday, December 28, 2099 at 9:00 AM EST. We are moving.'
const closed = { body: { closedUntil, closedReason: 'We are moving.' } }
const buttonText = 'Closed until Monday, December 28, 2099 at 9:00 AM EST'
const stored = { 'prankpost-cart': pranks.slice(0, 1).map((prank) => cartItemOf(prank, bob)) }
const isClosed = async (page: Page) => {
  const button = page.getByRole('main').getByRole('button', { name: buttonText })
  await button.waitFor()
  return button.isDisabled()
}

beforeEach(() => {
  api.user = molly
})

test('while the shop is closed, when any page is opened, then a banner says until when, and why, and no button to pay is there', async () => {
  api.plans['GET /api/shop'] = closed
  const page = await open('/', { stored })
  await page.getByRole('status').filter({ hasText: message }).waitFor()
  expect(await violationsOf(page)).toEqual([])
  for (const address of ['/cart', '/checkout', '/subscribe']) {
    await page.goto(address)
    await page.getByRole('status').filter({ hasText: message }).waitFor()
    expect(await isClosed(page)).toBe(true)
    const pay = page.getByRole('button', { name: /^(Pay|Start Subscription|Sign In to Pay)/ })
    expect(await pay.count()).toBe(0)
  }
  expect(await violationsOf(page)).toEqual([])
})

test('when it closes while the page is open, then the refusal brings the banner', async () => {
  api.plans['POST /api/create-checkout-session'] = () => {
    api.plans['GET /api/shop'] = closed
    return { status: 409, body: { message, code: 'conflict', requestId: 'r' } }
  }
  const page = await open('/checkout', { stored, failing: /create-checkout-session/ })
  await page.getByRole('button', { name: /^Pay \$/ }).click()
  await page.getByRole('status').filter({ hasText: message }).waitFor()
  expect(await isClosed(page)).toBe(true)
})

test('when it closes and opens again while the page is open, by itself or by its date, then the page shows it', async () => {
  const page = await open('/checkout', { stored, clock: true })
  const pay = page.getByRole('button', { name: /^Pay \$/ })
  await pay.waitFor()
  const reads = () => api.bodiesOf('GET /api/shop').length
  await until(() => reads() > 0)
  // The next read is 45 s after the answer.
  await page.waitForLoadState('networkidle')
  const before = reads()
  api.plans['GET /api/shop'] = closed
  await page.clock.fastForward(46_000)
  await page.getByRole('status').filter({ hasText: message }).waitFor()
  expect(await isClosed(page)).toBe(true)
  expect(reads()).toBe(before + 1)

  api.plans['GET /api/shop'] = { body: { closedUntil: null, closedReason: null } }
  await page.evaluate(() => globalThis.dispatchEvent(new Event('visibilitychange')))
  await pay.waitFor()
  expect(await page.getByText(message).count()).toBe(0)

  const inAnHour = new Date(Date.now() + 3_600_000).toISOString()
  api.plans['GET /api/shop'] = { body: { closedUntil: inAnHour, closedReason: null } }
  await page.clock.fastForward(46_000)
  await page.getByText(/The shop is closed until/).waitFor()
  await page.clock.fastForward(3_660_000)
  await pay.waitFor()
  expect(await page.getByText(/The shop is closed until/).count()).toBe(0)
})
