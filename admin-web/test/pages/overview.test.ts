import type { ShipmentStats } from '@prankpost/contracts/fulfilment'
import type { Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import { violationsOf } from '../../../test/support/axe.ts'
import { idOf } from '../samples.ts'
import { until, withAdmin } from './admin.ts'
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
  overdue: [
    [idOf(0xabc1), null, 100],
    [null, 'sub_plan00000007', 29],
    [null, null, 24.5],
  ].map(([orderId, stripeSubscriptionId, hours], i) => ({
    shipmentId: idOf(50 + i),
    orderId: orderId as string | null,
    stripeSubscriptionId: stripeSubscriptionId as string | null,
    parcelsDue: i + 1,
    paidAt: new Date(Date.now() - Number(hours) * hourMs).toISOString(),
  })),
})

describe('the tiles', () => {
  test('when there are figures, then each tile shows its own', async () => {
    fill(late())
    const page = await openWide()
    await tileOf(page, 'Revenue today').getByText('$19.96').waitFor()
    await tileOf(page, 'Monthly recurring').getByText('$1,234.56').waitFor()
    await tileOf(page, 'Parcels due').getByText('14').waitFor()
    expect(await wordsOf(page, 'Revenue today')).toBe('Revenue today $19.96 4 orders, UTC day')
    expect(await wordsOf(page, 'Last 30 days')).toBe('Last 30 days $1,019.96 5 orders')
    expect(await wordsOf(page, 'Orders to send')).toBe('Orders to send 12 9 paid, 3 processing')
    expect(await wordsOf(page, 'Parcels overdue')).toMatch(/^Parcels overdue 6 Late by up to 3 d 4 h/)
    expect(await wordsOf(page, 'Active plans')).toContain('12')
    expect(await wordsOf(page, 'Past due plans')).toBe('Past due plans 2 Payment failed')
    expect(await wordsOf(page, 'Monthly recurring')).toBe('Monthly recurring $1,234.56 From 14 plans')
  })

  test('when parcels are overdue, then a sign is shown next to the red; when none is, the tile says that all are in time', async () => {
    fill(late())
    const page = await openWide()
    await tileOf(page, 'Parcels overdue').locator('.anticon-warning').waitFor()
    expect(await tileOf(page, 'Parcels overdue').getAttribute('data-tone')).toBe('bad')
    fill()
    await page.reload()
    await tileOf(page, 'Parcels overdue').getByText('All within 24 h').waitFor()
    expect(await tileOf(page, 'Parcels overdue').locator('.anticon-warning').count()).toBe(0)
  })

  test('when a figure is clicked, then its list opens with the matching filter', async () => {
    fill()
    const page = await openWide()
    await page.getByRole('link', { name: '3 processing' }).click()
    await page.waitForURL((url) => url.search === '?tab=orders&status=processing')
    await page.getByRole('link', { name: 'Payment failed', exact: true }).click()
    await page.waitForURL((url) => url.search === '?tab=plans&status=past_due')
  })
})

describe('the charts', () => {
  test('when a screen reader reads them, then each has a description, and a table contains every day', async () => {
    fill()
    const page = await openWide()
    const revenue = 'Revenue of 30 days: $1,019.96, most on Nov 19 with $1,000.00'
    await page.getByRole('img', { name: revenue }).waitFor()
    await page.getByRole('img', { name: 'Plans of 30 days: 5 started, 2 ended' }).waitFor()
    const table = page.getByRole('table', { name: revenue })
    expect(await table.getByRole('row').count()).toBe(31)
    expect(await wordsIn(table.getByRole('row').last())).toBe('Nov 21 $19.96 4')
    const days = page.getByRole('table', { name: 'Plans of 30 days: 5 started, 2 ended' })
    expect(await days.getByRole('row', { name: 'Nov 20 5 0', exact: true }).count()).toBe(1)
  })

  test('when open orders are counted, then each status has its name, count and link', async () => {
    fill()
    const page = await openWide()
    const lines = boxOf(page, 'Open orders').getByRole('listitem')
    await lines.first().waitFor()
    expect((await lines.allInnerTexts()).map((words) => words.replace(/\s+/g, ' '))).toEqual([
      'Pending 1,400',
      'Paid 9',
      'Processing 3',
      'Payment Failed 2',
    ])
    await lines.getByRole('link', { name: 'Processing' }).click()
    await page.waitForURL((url) => url.search === '?tab=orders&status=processing')
  })

  test('when another range is chosen, then both charts show it, the tile keeps its 30 days, and the choice is saved', async () => {
    fill()
    const page = await openWide()
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

  test('when the arrows are pressed, then they move through the days', async () => {
    fill()
    const page = await openWide()
    const chart = page.getByRole('img', { name: /^Revenue of 30 days/ })
    await chart.focus()
    await page.keyboard.press('ArrowRight')
    await page.locator('.day-tip').getByText('Oct 24').waitFor()
  })

  test('when there is no data, then each chart says so', async () => {
    const page = await openWide()
    for (const words of [
      'No revenue in these 30 days',
      'No plan started or ended in these 30 days',
      'No order is open',
      'Nothing is overdue. Every promise is kept.',
    ])
      await page.getByText(words, { exact: true }).waitFor()
    expect(await wordsOf(page, 'Revenue today')).toContain('$0.00')
  })
})

describe('the overdue list', () => {
  test('when parcels are late, then the oldest is first, with its delay and a link', async () => {
    fill(late())
    const page = await openWide()
    const lines = boxOf(page, 'Overdue').getByRole('listitem')
    await lines.first().waitFor()
    const words = (await lines.allInnerTexts()).map((line) => line.replace(/\s+/g, ' '))
    expect(words).toHaveLength(3)
    for (const [i, part] of [
      /^Order 0000ABC1 1 parcel 3 d 4 h late/,
      /^Plan 00000007 2 parcels 5 h/,
      /^Shipment 00000034 3 parcels 30 min late/,
    ].entries())
      expect(words[i]).toMatch(part)
    expect(await page.getByRole('link', { name: 'Order 0000ABC1' }).getAttribute('href')).toContain(
      `?tab=orders&q=${idOf(0xabc1)}`,
    )
    await page.getByRole('link', { name: 'Plan 00000007' }).click()
    await page.waitForURL((url) => url.search === '?tab=plans&status=all&q=sub_plan00000007')
  })

  test('when more parcels are late than are listed, then the number of the others is shown', async () => {
    fill({ ...late(), parcelsOverdue: 31 })
    const page = await openWide()
    await page.getByText('and 25 parcels more').waitFor()
  })
})

describe('while it loads and when it fails', () => {
  test('when answers are pending or fail, then the panel has the same height as with data', async () => {
    fill(late())
    const full = await openWide()
    await full.getByRole('img', { name: /^Plans/ }).waitFor()
    const height = await heightOf(full)
    let answer = () => {}
    const held = new Promise<void>((resolve) => {
      answer = resolve
    })
    for (const key of keys)
      api.plans[key] = async () => {
        await held
        return { status: 500, body: { message: 'On fire' } }
      }
    const page = await openWide()
    await boxOf(page, 'Overdue').getByText('Loading').waitFor()
    expect(await heightOf(page)).toBe(height)
    answer()
    await boxOf(page, 'Overdue').getByText('On fire').waitFor()
    expect(await heightOf(page)).toBe(height)
  })

  test('when one service fails, then only its parts show the error, and Retry reads them again', async () => {
    fill()
    api.plans[parcels] = { status: 503, body: { message: 'Parcels are away.' } }
    const page = await openWide()
    await boxOf(page, 'Overdue').getByText('Parcels are away.').waitFor()
    await tileOf(page, 'Parcels due').getByText('Not loaded').waitFor()
    await tileOf(page, 'Revenue today').getByText('$19.96').waitFor()
    fill(late())
    await page.getByRole('button', { name: 'Retry Parcels due' }).click()
    await tileOf(page, 'Parcels due').getByText('14').waitFor()
    await page.getByRole('link', { name: 'Order 0000ABC1' }).waitFor()
  })

  test('when an answer violates the contract, then only that part shows an error, and not the page', async () => {
    fill()
    api.plans[sales] = { body: { items: [{}] } }
    const page = await openWide()
    await boxOf(page, 'Revenue by day').getByRole('alert').waitFor()
    await tileOf(page, 'Active plans').getByText('12').waitFor()
  })

  test('when a minute passes, then it polls while it is visible, and keeps its figures after a failure', async () => {
    fill()
    const page = await open('?tab=none', { stored: { 'prankpost-admin-overview': '' }, ownProfile: true })
    await page.clock.install()
    await page.reload()
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
})

test('when the panel is collapsed, then neither charts nor figures are loaded; when it is expanded, they are', async () => {
  fill()
  const bodies: string[] = []
  const page = await open('?tab=none')
  page.on('response', async (response) => {
    if (response.url().endsWith('.js')) bodies.push(await response.text().catch(() => ''))
  })
  await page.reload()
  await page.getByRole('tab', { name: 'Orders (0)' }).waitFor()
  await page.waitForLoadState('networkidle')
  const isDrawn = () => bodies.some((body) => body.includes('recharts-'))
  expect([bodies.length > 0, isDrawn(), keys.flatMap((key) => api.callsOf(key))]).toEqual([true, false, []])
  await page.getByRole('button', { name: 'Overview' }).click()
  await page.getByRole('img', { name: /^Revenue of 30 days/ }).waitFor()
  await until(isDrawn)
})

test('when axe checks it at 1440, 1024 and 375 px, then it finds nothing serious, and all tiles are in one row at 1440', async () => {
  fill(late())
  const page = await openWide()
  await page.getByRole('img', { name: /^Plans/ }).waitFor()
  await page.getByRole('img', { name: /^Revenue/ }).waitFor()
  expect(await page.locator('.tiles').evaluate((row) => row.clientHeight)).toBeLessThan(90)
  for (const width of [1440, 1024, 375]) {
    await page.setViewportSize({ width, height: 800 })
    expect(await violationsOf(page)).toEqual([])
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(width)
  }
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
  api.plans['GET /api/admin/reports/:report/export'] = {
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
