import type { OrderTasks } from '@prankpost/contracts/refund'
import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { keyboardOf } from '../../../test/support/keyboard.ts'
import { disputeOf, idOf, orderOf, refundOf } from '../samples.ts'
import { noteOf, until, withAdmin } from './admin.ts'
import { salesOf } from './fake-figures.ts'
import { actionCalls, addActions, resolveCall } from './fake-order-actions.ts'
import { FakeOrders } from './fake-orders.ts'
import { wordsIn } from './words.ts'

const { api, open } = withAdmin()
const fake = new FakeOrders()
const openWide = (address = '?tab=none') => open(address, { stored: { 'prankpost-admin-overview': '' } })
const boxOf = (page: Page) => page.getByRole('figure', { name: 'Needs attention' })
const task: OrderTasks['items'][number] = {
  kind: 'dispute-open',
  orderId: idOf(1),
  orderNumber: '00000001',
  amount: '4.99',
  at: '2026-01-05T15:05:00.000Z',
  detail: null,
}

test('the box, when its tasks cannot be loaded, then only it shows the error, and Retry reads them again; a day with more refunds than sales has a bar below zero, and a minus in texts and table', async () => {
  api.plans['GET /api/admin/reports/sales'] = ({ query }) => ({
    body: salesOf(
      query,
      (ago) => ({ 0: '-19.96', 2: '10.00' })[ago] ?? '0.00',
      (ago) => (ago === 2 ? 1 : 0),
    ),
  })
  api.plans[actionCalls.tasks] = { status: 503, body: { message: 'Orders are unavailable.' } }
  const page = await openWide()
  await boxOf(page).getByText('Orders are unavailable.').waitFor()
  const label = 'Revenue of 30 days: -$9.96, most on Nov 19 with $10.00. Refunds are subtracted.'
  const chart = page.getByRole('img', { name: label })
  await chart.waitFor()
  const last = page.getByRole('table', { name: label }).getByRole('row').last()
  expect(await wordsIn(last)).toBe('Nov 21 -$19.96 0')
  const today = page.getByRole('listitem').filter({ hasText: 'Revenue today' })
  expect(await wordsIn(today)).toContain('-$19.96')
  const zero = (await chart.locator('.recharts-reference-line-line').boundingBox())?.y ?? Number.NaN
  const bars = await chart
    .locator('.recharts-bar-rectangle path')
    .evaluateAll((paths) =>
      paths.map((path) => path.getBoundingClientRect()).filter(({ height }) => height > 1),
    )
  expect(bars.map(({ top }) => Math.sign(Math.round(top - zero + 1)))).toEqual([-1, 1])

  const items = [1, 2, 3].map((n) => ({ ...task, orderId: idOf(n), orderNumber: `0000000${n}` }))
  api.plans[actionCalls.tasks] = { body: { items, total: 1203 } }
  await boxOf(page)
    .getByRole('button', { name: /^Retry/ })
    .click()
  await boxOf(page).getByRole('link', { name: 'Order 00000001' }).waitFor()
  expect(await boxOf(page).getAttribute('data-tone')).toBe('bad')
  // There are more than are listed.
  await boxOf(page).getByText('and 1,200 tasks more', { exact: true }).waitFor()
  expect(await boxOf(page).getByRole('listitem').count()).toBe(3)
})

test('a failed refund, when only the keyboard is used, then it is opened from the overview and marked as handled', async () => {
  const failed = refundOf({ id: idOf(801), status: 'failed', failureReason: 'The card was closed.' })
  fake.on(api, [orderOf(2, { disputes: [disputeOf()] }), orderOf(1, { refunds: [failed] })])
  addActions(api, fake)
  const page = await openWide('')
  await boxOf(page).getByText('2 tasks').waitFor()
  expect(await wordsIn(boxOf(page).getByRole('listitem'))).toMatch(
    /Dispute Order 00000002 \$4\.99 Jan 5, 2026, product not received.*Refund failed Order 00000001 \$4\.99/,
  )
  const { goTo, waitForFocus, press, use } = keyboardOf(page)
  await boxOf(page).getByRole('link', { name: 'Order 00000001' }).press('Enter')
  const mark = page.locator('.order-drawer').getByRole('button', { name: 'Mark as Handled' })
  await use(mark)
  const dialog = page.getByRole('dialog', { name: 'Mark the failed refund of $4.99 as handled?' })
  const confirm = dialog.getByRole('button', { name: 'Mark as Handled' })
  await confirm.waitFor()
  await press('Escape')
  await dialog.waitFor({ state: 'detached' })
  expect(api.callsOf(resolveCall(failed.id))).toEqual([])
  await goTo(mark)
  await press('Enter')
  await confirm.waitFor()
  // A dialog without a field starts at the button that confirms.
  await waitForFocus(confirm)
  await press('Enter')
  await noteOf(page, 'Refund Handled', '$4.99 of order 00000001').waitFor()
  expect(api.callsOf(resolveCall(failed.id))).toHaveLength(1)
  await boxOf(page).getByText('1 task', { exact: true }).waitFor()
})

test('the panel, when it is opened at any width, then it takes its full height before it is loaded', async () => {
  const page = await open('?tab=none')
  let load = () => {}
  let held = Promise.resolve()
  await page.route(/\/overview-[\w-]+\.js$/, async (route) => {
    await held
    await route.continue()
  })
  const overview = page.getByRole('button', { name: 'Overview' })
  for (const width of [1440, 1240, 375]) {
    held = new Promise<void>((resolve) => {
      load = resolve
    })
    await page.setViewportSize({ width, height: 900 })
    await page.reload()
    await overview.click()
    const spinner = await page.locator('.overview-panel .spinner').boundingBox()
    load()
    await page.getByText('Nothing needs attention.').waitFor()
    // Its parts are loaded one after the other.
    await until(async () => (await page.locator('.overview').boundingBox())?.height === spinner?.height)
    await overview.click()
  }
})
