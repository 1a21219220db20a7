import type { ShipmentStats } from '@prankpost/contracts/fulfilment'
import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { violationsOf } from '../../../test/support/axe.ts'
import { idOf } from '../samples.ts'
import { until, untilFits, withAdmin } from './admin.ts'
import { noParcels, openOrdersOf, plansOf, salesOf } from './fake-figures.ts'
import { wordsIn } from './words.ts'

const { api, open } = withAdmin()
const [sales, orders, plans, parcels] = [
  'GET /api/admin/reports/sales',
  'GET /api/admin/order-stats',
  'GET /api/admin/reports/plans',
  'GET /api/admin/shipment-stats',
] as const
const tasks = 'GET /api/admin/order-tasks'
const keys = [sales, orders, plans, parcels, tasks]
const hourMs = 60 * 60 * 1000

const openWide = (address = '?tab=none', stored: Record<string, string> = {}) =>
  open(address, { stored: { 'prankpost-admin-overview': '', ...stored } })
const tileOf = (page: Page, label: string) =>
  page.getByRole('list', { name: 'Figures' }).getByRole('listitem').filter({ hasText: label })
const wordsOf = (page: Page, label: string) => wordsIn(tileOf(page, label))
const boxOf = (page: Page, title: string) => page.getByRole('figure', { name: title })
const heightOf = async (page: Page) => (await page.locator('.overview').boundingBox())?.height

/** A shop with all kinds of figures. Revenue by days ago: 0 has $19.96, 2 has $1000.00, 40 has $7.00. */
function fill(late: ShipmentStats = noParcels) {
  api.plans[sales] = ({ query }) => ({
    body: salesOf(
      query,
      (ago) => ({ 0: '19.96', 2: '1000.00', 40: '7.00' })[ago] ?? '0.00',
      (ago) => ({ 0: 4, 2: 1, 40: 1 })[ago] ?? 0,
    ),
  })
  api.plans[orders] = { body: openOrdersOf({ paid: 9, processing: 3, pending: 1400, payment_failed: 2 }) }
  api.plans[plans] = ({ query }) => ({
    body: plansOf(query, { active: 12, pastDue: 2, monthlyRecurringRevenue: '1234.56' }, (ago) => ({
      started: ago === 1 ? 5 : 0,
      ended: ago === 10 ? 2 : 0,
    })),
  })
  api.plans[parcels] = { body: late }
}

const late = (): ShipmentStats => ({
  parcelsDue: 14,
  parcelsOverdue: 6,
  parcelsHeld: 2,
  overdue: [
    [idOf(0xabc1), null, 100],
    [null, 'sub_plan00000007', 29],
    [null, null, 24.5],
  ].map(([orderId, stripeSubscriptionId, hours], i) => ({
    shipmentId: idOf(50 + i),
    orderId: orderId as string | null,
    stripeSubscriptionId: stripeSubscriptionId as string | null,
    parcelsDue: i + 1,
    dueSince: new Date(Date.now() - Number(hours) * hourMs).toISOString(),
  })),
})

test('when there are figures, then each tile shows its own, marks what is late, and leads to its list; of late parcels, the oldest is first, and the others are counted', async () => {
  fill({ ...late(), parcelsOverdue: 31 })
  const page = await openWide()
  await tileOf(page, 'Revenue today').getByText('$19.96').waitFor()
  await tileOf(page, 'Monthly recurring').getByText('$1,234.56').waitFor()
  await tileOf(page, 'Parcels due').getByText('14').waitFor()
  await tileOf(page, 'Orders to send').getByText('9 paid, 3 processing').waitFor()
  expect(await wordsOf(page, 'Revenue today')).toBe('Revenue today $19.96 4 orders, UTC day')
  expect(await wordsOf(page, 'Last 30 days')).toBe('Last 30 days $1,019.96 5 orders')
  expect(await wordsOf(page, 'Orders to send')).toBe('Orders to send 12 9 paid, 3 processing')
  expect(await wordsOf(page, 'Parcels due')).toBe('Parcels due 14 2 held')
  const held = await page.getByRole('link', { name: '2 held' }).getAttribute('href')
  expect(held).toContain('?tab=parcels&status=held')
  expect(await wordsOf(page, 'Parcels overdue')).toMatch(/^Parcels overdue 31 Late by up to 3 d 4 h/)
  expect(await wordsOf(page, 'Active plans')).toContain('12')
  expect(await wordsOf(page, 'Past due plans')).toBe('Past due plans 2 Payment failed')
  expect(await wordsOf(page, 'Monthly recurring')).toBe('Monthly recurring $1,234.56 From 14 plans')
  await tileOf(page, 'Parcels overdue').locator('.anticon-warning').waitFor()
  expect(await tileOf(page, 'Parcels overdue').getAttribute('data-tone')).toBe('bad')

  const lateLines = boxOf(page, 'Overdue').getByRole('listitem')
  await page.getByText('and 25 parcels more').waitFor()
  const delays = (await lateLines.allInnerTexts()).map((line) => line.replace(/\s+/g, ' '))
  expect(delays).toHaveLength(3)
  for (const [i, part] of [
    /^Order 0000ABC1 1 parcel 3 d 4 h late/,
    /^Plan 00000007 2 parcels 5 h/,
    /^Shipment 00000034 3 parcels 30 min late/,
  ].entries())
    expect(delays[i]).toMatch(part)
  expect(await page.getByRole('link', { name: 'Order 0000ABC1' }).getAttribute('href')).toContain(
    `?tab=orders&q=${idOf(0xabc1)}`,
  )
  await page.getByRole('img', { name: /^Plans/ }).waitFor()
  await page.getByRole('img', { name: /^Revenue/ }).waitFor()
  // At 1440 px, all tiles are in one row.
  expect(await page.locator('.tiles').evaluate((row) => row.clientHeight)).toBeLessThan(90)
  for (const width of [1440, 1024, 375]) {
    await page.setViewportSize({ width, height: 800 })
    await untilFits(page, width)
    if (width !== 1024) expect(await violationsOf(page, { contrast: width === 1440 })).toEqual([])
  }
  await page.setViewportSize({ width: 1440, height: 900 })
  await page.getByRole('link', { name: 'Plan 00000007' }).click()
  await page.waitForURL((url) => url.search === '?tab=plans&status=all&q=sub_plan00000007')

  await page.getByRole('link', { name: '3 processing' }).click()
  await page.waitForURL((url) => url.search === '?tab=orders&status=processing')
  await page.getByRole('link', { name: 'Payment failed', exact: true }).click()
  await page.waitForURL((url) => url.search === '?tab=plans&status=past_due')
  // Each status of the open orders has its name, count and link.
  const lines = boxOf(page, 'Open orders').getByRole('listitem')
  expect((await lines.allInnerTexts()).map((words) => words.replace(/\s+/g, ' '))).toEqual([
    'Pending 1,400',
    'Paid 9',
    'Processing 3',
    'Payment Failed 2',
  ])
  await lines.getByRole('link', { name: 'Processing' }).click()
  await page.waitForURL((url) => url.search === '?tab=orders&status=processing')
})

test('when the charts are read by screen reader, keys or in another range, then they show it, and the range is saved', async () => {
  fill()
  const page = await openWide()
  await tileOf(page, 'Parcels overdue').getByText('All within 24 h').waitFor()
  expect(await tileOf(page, 'Parcels overdue').locator('.anticon-warning').count()).toBe(0)
  const revenue = 'Revenue of 30 days: $1,019.96, most on Nov 19 with $1,000.00'
  await page.getByRole('img', { name: revenue }).waitFor()
  await page.getByRole('img', { name: 'Plans of 30 days: 5 started, 2 ended' }).waitFor()
  const table = page.getByRole('table', { name: revenue })
  expect(await table.getByRole('row').count()).toBe(31)
  expect(await wordsIn(table.getByRole('row').last())).toBe('Nov 21 $19.96 4')
  const days = page.getByRole('table', { name: 'Plans of 30 days: 5 started, 2 ended' })
  expect(await days.getByRole('row', { name: 'Nov 20 5 0', exact: true }).count()).toBe(1)
  await page.getByRole('img', { name: revenue }).focus()
  await page.keyboard.press('ArrowRight')
  await page.locator('.day-tip').getByText('Oct 24').waitFor()

  await page.getByLabel('Days in the charts').getByText('90 d').click()
  await page.getByRole('img', { name: /^Revenue of 90 days: \$1,026\.96/ }).waitFor()
  await page.getByRole('img', { name: /^Plans of 90 days/ }).waitFor()
  expect(await wordsOf(page, 'Last 30 days')).toContain('$1,019.96')
  await page.reload()
  await page.getByRole('img', { name: /^Revenue of 90 days/ }).waitFor()
  await page.getByLabel('Days in the charts').getByText('7 d').click()
  await page.getByRole('img', { name: /^Revenue of 7 days: \$1,019\.96/ }).waitFor()
  await tileOf(page, 'Last 30 days').getByText('$1,019.96').waitFor()
  const weekAgo = new Date(Date.now() - 6 * 24 * hourMs).toISOString().slice(0, 10)
  expect(api.callsOf(sales).map(({ query }) => query.get('from'))).not.toContain(weekAgo)
})

test('when there is no data, then each tile, chart and list says so', async () => {
  const page = await openWide()
  for (const words of [
    'No revenue in these 30 days',
    'No plan started or ended in these 30 days',
    'No order is open',
    'Nothing is overdue. Every promise is kept.',
  ])
    await page.getByText(words, { exact: true }).waitFor()
  expect(await wordsOf(page, 'Revenue today')).toContain('$0.00')
  const attention = boxOf(page, 'Needs attention')
  await attention.getByText('Nothing needs attention.').waitFor()
  expect(await wordsIn(attention)).toBe('Needs attention Nothing needs attention.')
  expect(await attention.getAttribute('data-tone')).toBeNull()
})

test('when answers are pending or fail, then the panel keeps its height, and only the parts that failed show it', async () => {
  fill(late())
  const page = await openWide()
  await page.getByRole('img', { name: /^Plans/ }).waitFor()
  const height = await heightOf(page)
  let answer = () => {}
  const held = new Promise<void>((resolve) => {
    answer = resolve
  })
  for (const key of keys)
    api.plans[key] = async () => {
      await held
      return { status: 500, body: { message: 'On fire' } }
    }
  await page.reload()
  await boxOf(page, 'Overdue').getByText('Loading').waitFor()
  expect(await heightOf(page)).toBe(height)
  answer()
  await boxOf(page, 'Overdue').getByText('On fire').waitFor()
  expect(await heightOf(page)).toBe(height)

  fill()
  api.plans[sales] = { body: { items: [{}] } }
  api.plans[parcels] = { status: 503, body: { message: 'Parcels are unavailable.' } }
  await page.reload()
  await boxOf(page, 'Overdue').getByText('Parcels are unavailable.').waitFor()
  await tileOf(page, 'Parcels due').getByText('Not loaded').waitFor()
  // An answer that violates the contract is an error of its part as well.
  await boxOf(page, 'Revenue by day').getByRole('alert').waitFor()
  await tileOf(page, 'Active plans').getByText('12').waitFor()
  fill(late())
  await page.getByRole('button', { name: 'Retry Parcels due' }).click()
  await tileOf(page, 'Parcels due').getByText('14').waitFor()
  await page.getByRole('link', { name: 'Order 0000ABC1' }).waitFor()
})

test('when a minute passes, then it polls while it is visible, and keeps its figures after a failure', async () => {
  fill()
  const page = await open('?tab=none', { stored: { 'prankpost-admin-overview': '' }, clock: true })
  await tileOf(page, 'Revenue today').getByText('$19.96').waitFor()
  const see = (state: 'hidden' | 'visible') =>
    page.evaluate((visibility) => {
      Object.defineProperty(document, 'visibilityState', { value: visibility, configurable: true })
      document.dispatchEvent(new Event('visibilitychange', { bubbles: true }))
    }, state)
  const asked = api.callsOf(sales).length
  await see('hidden')
  await page.clock.runFor(61_000)
  expect(api.callsOf(sales)).toHaveLength(asked)
  api.plans[sales] = { status: 500, body: { message: 'On fire' } }
  await see('visible')
  await until(() => api.callsOf(sales).length > asked)
  await tileOf(page, 'Revenue today').getByLabel('Not up to date. On fire').waitFor()
  expect(await wordsOf(page, 'Revenue today')).toContain('$19.96')
  fill()
  await page.clock.runFor(61_000)
  await tileOf(page, 'Revenue today')
    .getByLabel(/^Not up to date/)
    .waitFor({ state: 'detached' })
})

test('when the reports are opened, then a report is shown by period, another one can be chosen, and it is saved as a file', async () => {
  fill()
  const month = { from: '2026-11-01', to: '2026-11-21' }
  const figures = { active: 7, churn: 2.5, lifetimeValue: '240.00' }
  api.plans['GET /api/admin/reports/plans'] = ({ query }) => ({
    body:
      query.get('by') === 'month'
        ? { ...plansOf(query), items: plansOf(query, { ...month, ...figures }).items.slice(0, 1) }
        : plansOf(query),
  })
  api.plans['GET /api/admin/reports/plans/export'] = {
    text: 'From,To\r\n',
    headers: { 'content-disposition': 'attachment; filename="plans.csv"' },
  }
  const page = await openWide()
  await page.getByRole('button', { name: 'Reports' }).click()
  const dialog = page.getByRole('dialog', { name: 'Reports' })
  await dialog.getByRole('region', { name: 'Sales by day' }).getByRole('row').nth(1).waitFor()
  await dialog.getByText('Plans', { exact: true }).click()
  await dialog.getByText('Month', { exact: true }).click()
  const rows = dialog.getByRole('region', { name: 'Plans by month' }).getByRole('row')
  await rows.nth(1).waitFor()
  expect(await wordsIn(rows.nth(1))).toBe('2026-11-01 to 2026-11-21 0 0 7 0 $0.00 2.5 % $240.00')
  expect(await violationsOf(page)).toEqual([])
  const download = page.waitForEvent('download')
  await dialog.getByRole('button', { name: 'Export CSV' }).click()
  expect((await download).suggestedFilename()).toBe('plans.csv')
})
