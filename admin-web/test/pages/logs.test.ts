import type { SubscriptionLog } from '@prankpost/contracts/subscription-log'
import type { Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import { violationsOf } from '../../../test/support/axe.ts'
import { keyboardOf } from '../../../test/support/keyboard.ts'
import { idOf, logOf } from '../samples.ts'
import { untilFits, withAdmin } from './admin.ts'
import { wordsIn } from './words.ts'

const { api, open } = withAdmin()
const list = 'GET /api/admin/subscription-logs'
const rowOf = (page: Page, words: string) => page.getByRole('row').filter({ hasText: words })

/** Answers lists as the service does. */
function keep(logs: SubscriptionLog[]) {
  api.plans[list] = ({ query }) => {
    const [status, q = ''] = ['status', 'q'].map((name) => query.get(name) ?? undefined)
    const items = logs.filter(
      (log) =>
        (!status || log.action === status) &&
        [log.details, log.stripeSubscriptionId].some((words) => words.includes(q)),
    )
    return { body: { items, total: items.length, nextCursor: null } }
  }
}

const shipped = logOf(2, {
  action: 'other',
  previousStatus: null,
  newStatus: null,
  prankCount: 1,
  amount: '4.99',
  details: 'Raw Potato was sent to Bob.',
  trackingNumber: '1Z-999-1',
  adminNotes: 'Handle with care (Shipment 1/3)',
  metadata: { event: 'prank-shipped', parcelId: 'p-1', quantity: 1, discountCode: null },
})

describe('the list', () => {
  test('when there are entries, then a row shows all fields: statuses or None, and tracking and notes of a shipped parcel', async () => {
    const long = { id: idOf(1), email: `${'a'.repeat(60)}@${'example'.repeat(8)}.com` }
    keep([
      logOf(5, { action: 'cancelled', user: long, previousStatus: 'past_due', newStatus: 'cancelled' }),
      logOf(4, { action: 'updated', previousStatus: 'active', newStatus: 'past_due' }),
      // An action that this version does not know is shown unchanged.
      logOf(3, { action: 'paused' as 'other', newStatus: 'paused' }),
      shipped,
      logOf(1),
    ])
    const page = await open('?tab=logs')
    const row = rowOf(page, 'pat4@example.com')
    await row.waitFor()
    const words = await wordsIn(row)
    for (const part of ['Updated', 'Jan 2, 2026', 'Active', 'Past Due', '3', '$14.97', 'Plan 4 was started.'])
      expect(words).toContain(part)
    expect(words).toContain('00000004')
    expect(await row.getByRole('button', { name: 'Copy subscription id' }).count()).toBe(1)
    await page.getByRole('tab', { name: 'Logs (5)' }).waitFor()

    // An entry without any status shows None twice.
    await rowOf(page, 'pat1@example.com').getByText('None').waitFor()
    expect(await rowOf(page, 'pat1@example.com').getByText('Active', { exact: true }).count()).toBe(1)
    expect(await rowOf(page, 'Raw Potato').getByText('None').count()).toBe(2)
    await rowOf(page, 'Raw Potato').getByText('1Z-999-1').waitFor()
    await rowOf(page, 'Raw Potato').getByText('Handle with care (Shipment 1/3)').waitFor()
    expect(await page.getByText(/^Tracking:/).count()).toBe(1)
    expect(await page.getByText(/^Notes:/).count()).toBe(1)
    expect(await rowOf(page, 'pat3@').getByText('paused').count()).toBe(2)
    await page.getByRole('button', { name: 'Expand row' }).nth(3).click()
    for (const width of [1024, 1440]) {
      await page.setViewportSize({ width, height: 800 })
      await untilFits(page, width)
    }
    expect(await violationsOf(page)).toEqual([])
  })
})

describe('the address contains the state of the list', () => {
  test('when an action is chosen and a text is searched, then only matching entries are requested, and exported', async () => {
    keep([logOf(1), logOf(2, { action: 'cancelled', details: 'Plan 2 was ended.' })])
    const page = await open('?tab=logs')
    await rowOf(page, 'pat1@').waitFor()
    await page.getByLabel('Action filter').click({ force: true })
    await page.locator('.ant-select-item-option').filter({ hasText: 'Cancelled' }).click()
    await rowOf(page, 'pat1@').waitFor({ state: 'detached' })
    await page.getByLabel('Search logs').fill('ended')
    await page.waitForURL((url) => url.search === '?tab=logs&status=cancelled&q=ended')
    await rowOf(page, 'pat2@').waitFor()

    api.plans[`${list}/export`] = {
      text: 'Action\r\n',
      headers: { 'content-disposition': 'attachment; filename="subscription-logs.csv"' },
    }
    const [file] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: 'Export CSV' }).click(),
    ])
    expect([file.suggestedFilename(), api.callsOf(`${list}/export`)[0]?.query.toString()]).toEqual([
      'subscription-logs.csv',
      'status=cancelled&q=ended',
    ])
  })

  test('when an entry is opened by its address or by keys, then its metadata and ids are shown; Plan leads to its plan', async () => {
    keep([shipped, logOf(1)])
    const page = await open('?tab=logs&log=entry-2')
    const more = page.getByRole('region', { name: 'Metadata' })
    await more.getByText('prank-shipped').first().waitFor()
    const words = await wordsIn(more)
    for (const part of [
      'event prank-shipped',
      'quantity 1',
      'discountCode None',
      idOf(902),
      'sub_plan00000002',
    ])
      expect(words).toContain(part)
    await page.getByRole('button', { name: 'Collapse row' }).click()
    await more.waitFor({ state: 'hidden' })
    expect(new URL(page.url()).search).toBe('?tab=logs')

    for (const key of ['j', 'j', 'k', 'j']) await page.keyboard.press(key)
    await keyboardOf(page).waitForFocus(rowOf(page, 'pat1@'))
    await page.keyboard.press('Enter')
    await page.waitForURL((url) => url.searchParams.get('log') === 'entry-1')

    // The search of the plans finds it, whether it has ended or not.
    await page.getByRole('link', { name: 'Plan sub_plan00000001' }).click()
    await page.waitForURL((url) => url.search === '?tab=plans&status=all&q=sub_plan00000001')
    await page.getByRole('tab', { selected: true, name: /^Active/ }).waitFor()
  })
})
