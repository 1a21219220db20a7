import type { ReportRows } from '@prankpost/contracts/report'
import type { Locator } from 'playwright-core'
import { expect, test } from 'vitest'
import { violationsOf } from '../../../test/support/axe.ts'
import { idOf } from '../samples.ts'
import { withAdmin } from './admin.ts'
import { wordsIn } from './words.ts'

const { api, open } = withAdmin()
const [sources, pranks] = ['GET /api/admin/reports/funnel', 'GET /api/admin/reports/funnel-pranks']

const days = { from: '2026-11-01', to: '2026-11-21' }
const sourceRow = (source: ReportRows['funnel']['source'], n: number): ReportRows['funnel'] => ({
  ...{ ...days, source, visit: 100 * n, viewed: 50 * n, picked: 25 * n, added: 10 * n, checkout: 5 * n },
  ...{ paid: 2 * n, plansViewed: 8 * n, planPicked: 4 * n, planCheckout: 2 * n, planPaid: n },
  ...{ orders: source === 'all' ? 9 : null, plansStarted: source === 'all' ? 3 : null },
})
const prankRow = (n: number, name: string, viewed: number, orders: number): ReportRows['funnel-pranks'] => ({
  ...{ ...days, prankId: idOf(n), name, viewed, picked: 3, added: 2, checkout: 1, orders },
})
const report = (items: object[]) => ({ body: { ...days, by: 'total', items } })
const firstCells = async (table: Locator) =>
  (await table.getByRole('rowheader').allTextContents()).map((text) => text.trim())

test('when the funnel is opened then it shows each step in total, by source and by prank, which can be sorted and saved', async () => {
  api.plans[sources] = { status: 500, body: { message: 'Broken' } }
  api.plans[pranks] = report([prankRow(1, 'Raw Potato', 40, 5), prankRow(2, 'Dirty Sock', 60, 1)])
  api.plans['GET /api/admin/reports/funnel-pranks/export'] = {
    text: 'From,To\r\n',
    headers: { 'content-disposition': 'attachment; filename="funnel-pranks.csv"' },
  }
  const page = await open('?tab=none', { stored: { 'prankpost-admin-overview': '' } })
  await page.getByRole('button', { name: 'Reports' }).click()
  const dialog = page.getByRole('dialog', { name: 'Reports' })
  await dialog.getByText('Funnel', { exact: true }).click()
  await dialog.getByRole('alert').waitFor()
  api.plans[sources] = report([sourceRow('all', 3), sourceRow('search', 2), sourceRow('email', 1)])
  // Until both parts are read, the button is busy.
  await dialog.locator('.report[aria-busy="false"]').waitFor()
  await dialog.getByRole('button', { name: 'Retry' }).click()

  const steps = dialog.getByRole('region', { name: 'Pranks, step by step' }).getByRole('listitem')
  await steps.first().waitFor()
  expect(await wordsIn(steps.nth(0))).toBe('Visits 300')
  expect(await wordsIn(steps.nth(3))).toBe('In the Arsenal 30 40 %')
  expect(await wordsIn(steps.nth(5))).toBe('Paid orders 9 60 %')
  const plans = dialog.getByRole('region', { name: 'Plans, step by step' }).getByRole('listitem')
  expect(await wordsIn(plans.nth(1))).toBe('Plans viewed 24 8 %')
  const bySource = dialog.getByRole('region', { name: 'Funnel by source' })
  expect(await firstCells(bySource)).toEqual(['All sources', 'Search engines', 'E-mail'])
  expect(await wordsIn(bySource.getByRole('row').nth(2))).toBe('Search engines 200 100 50 20 10 4 2 % 16 4 2')
  const byPrank = dialog.getByRole('region', { name: 'Funnel by prank' })
  expect(await firstCells(byPrank)).toEqual(['Dirty Sock', 'Raw Potato'])
  await byPrank.getByRole('button', { name: 'Paid orders' }).click()
  expect(await firstCells(byPrank)).toEqual(['Raw Potato', 'Dirty Sock'])
  expect(await byPrank.getByRole('columnheader', { name: 'Paid orders' }).getAttribute('aria-sort')).toBe(
    'descending',
  )
  expect(await violationsOf(page)).toEqual([])
  const download = page.waitForEvent('download')
  await dialog.getByRole('button', { name: 'Export CSV by prank' }).click()
  expect((await download).suggestedFilename()).toBe('funnel-pranks.csv')

  api.plans[sources] = report([{ ...sourceRow('all', 0), orders: 0, plansStarted: 0 }])
  await dialog.getByLabel('From').fill('2026-10-01')
  await dialog.getByText('Nothing in this time.').waitFor()
})
