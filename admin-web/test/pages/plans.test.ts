import { mostCounted } from '@prankpost/contracts'
import { shortId } from '@prankpost/web-kit'
import type { Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import { violationsOf } from '../../../test/support/axe.ts'
import { planOf } from '../samples.ts'
import { untilFits, withAdmin } from './admin.ts'
import type { FakeCall } from './fake-api.ts'
import { calls, FakePlans } from './fake-plans.ts'

const { api, open } = withAdmin()
const fake = new FakePlans()
const cardOf = (page: Page, n: number) => page.getByRole('article', { name: `Plan ${shortId(planOf(n).id)}` })
const daysAgo = (days: number) => new Date(Date.now() - days * 86_400_000 - 60_000).toISOString()
const details = (page: Page) => page.getByRole('dialog', { name: 'Plan' })

describe('the list', () => {
  test('when there are plans, then each card shows its fields, with fulfilment as sign and words', async () => {
    const nameless = { ...planOf(3).user, firstName: '', lastName: '' }
    fake.on(api, [
      planOf(5, {
        status: 'past_due',
        fulfillmentStatus: 'green',
        parcelsDue: 0,
        lastFulfillmentDate: daysAgo(0),
      }),
      planOf(4, { fulfillmentStatus: 'red', parcelsDue: 7, lastFulfillmentDate: daysAgo(31) }),
      planOf(3, { user: nameless, prankCount: 1, parcelsDue: 3, stripeSubscriptionId: null }),
      planOf(2, { status: 'cancelled', parcelsDue: 0 }),
      planOf(1, { parcelsDue: 2, lastFulfillmentDate: daysAgo(3) }),
    ])
    const page = await open('?tab=plans&status=all')
    await cardOf(page, 1).waitFor()
    const words = await cardOf(page, 1).textContent()
    for (const part of [
      'Plan 000002BD',
      'Active',
      'Due',
      'Last shipped 3 days ago',
      '2 of 3 due',
      'Pat Potato 1',
      'pat1@example.com',
      '000001F5',
      '$14.97 per month',
      '3 pranks per month',
      'Started Jan 2, 2026',
      'aaaaaaa1',
      'Last updated Jan 3, 2026',
    ]) {
      expect(words).toContain(part)
    }
    for (const [n, status, word, last] of [
      [5, 'green', 'All shipped', 'Last shipped 0 days ago'],
      [4, 'red', 'Overdue', 'Last shipped 31 days ago'],
      [3, 'yellow', 'Due', 'Never shipped'],
    ] as const) {
      const light = cardOf(page, n).getByTitle(`Fulfilment: ${status}`)
      expect([await light.textContent(), await light.locator('svg').count()]).toEqual([word, 1])
      await cardOf(page, n).getByText(last).waitFor()
    }
    for (const part of [
      'Not provided',
      '1 of 1 due, 2 more from earlier months',
      '1 prank per month',
      'None',
    ])
      await cardOf(page, 3).getByText(part).waitFor()
    for (const width of [1440, 1024]) {
      await page.setViewportSize({ width, height: 800 })
      await untilFits(page, width)
    }
    expect(await violationsOf(page)).toEqual([])
  })

  test('when no status is chosen, then active and past-due plans are shown; the filter shows others, or that there are none', async () => {
    fake.on(api, [
      planOf(1),
      planOf(2, { status: 'past_due' }),
      planOf(3, { status: 'cancelled', parcelsDue: 0 }),
    ])
    const page = await open('?tab=plans')
    await cardOf(page, 2).getByText('Past due').waitFor()
    await page.getByRole('tab', { name: 'Active (2)' }).waitFor()
    expect(await page.getByRole('article').count()).toBe(2)
    expect(api.callsOf(calls.list).every(({ query }) => query.get('status') === null)).toBe(true)
    const shownUnder = async (label: string, gone: number) => {
      await page.getByLabel('Status filter').click({ force: true })
      await page.getByTitle(label, { exact: true }).locator('visible=true').last().click()
      await cardOf(page, gone).waitFor({ state: 'detached' })
    }
    await shownUnder('Past due', 1)
    await cardOf(page, 2).waitFor()
    await shownUnder('Cancelled', 2)
    await cardOf(page, 3).getByText('Cancelled').waitFor()
    expect(await cardOf(page, 3).getByRole('button', { name: /^Ship/ }).count()).toBe(0)
    fake.on(api, [])
    await page.getByRole('button', { name: 'Refresh' }).click()
    await page.getByText('Nothing Found').waitFor()
    await page.getByRole('button', { name: 'Clear Filter' }).click()
    await page.getByText('No Active Subscriptions').waitFor()
  })

  test('when the list is searched, paged and exported, then address and file contain the same choice', async () => {
    fake.on(api, [planOf(8), planOf(7)])
    // There are more than the server counts.
    const listed = api.plans[calls.list] as (call: FakeCall) => { body: object }
    api.plans[calls.list] = (call) => {
      const { body } = listed(call)
      return {
        body: call.query.has('q') ? body : { ...body, total: mostCounted, nextCursor: planOf(8).id },
      }
    }
    api.plans[`${calls.list}/export`] = {
      text: 'Plan\r\n',
      headers: { 'content-type': 'text/csv', 'content-disposition': 'attachment; filename="plans.csv"' },
    }
    const page = await open('?tab=plans')
    await page.getByRole('tab', { name: 'Active (10,000 or more)' }).waitFor()
    await page.getByText('1 to 2 of 10,000 or more').waitFor()
    await page.getByRole('button', { name: 'Older' }).click()
    await page.getByText('51 to 51 of 10,000 or more').waitFor()
    await page.getByLabel('Search plans').fill('pat7@')
    await page.waitForURL((url) => url.search === '?tab=plans&q=pat7%40')
    await cardOf(page, 8).waitFor({ state: 'detached' })
    await cardOf(page, 7).waitFor()
    const [file] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: 'Export CSV' }).click(),
    ])
    expect(file.suggestedFilename()).toBe('plans.csv')
    expect(api.callsOf(`${calls.list}/export`)[0]?.query.toString()).toBe('q=pat7%40')
  })
})

test('the details, when they are opened, then all fields and links are shown, or why they are not', async () => {
  const plan = planOf(1)
  fake.on(api, [])
  api.plans[calls.list] = { status: 500, body: { message: 'The plans are on fire' } }
  const page = await open(`?tab=plans&plan=${plan.id}`)
  await details(page).getByText('The plans are on fire').waitFor()
  fake.on(api, [planOf(2)])
  await details(page).getByRole('button', { name: 'Retry' }).click()
  await details(page).getByText('No Such Plan').waitFor()
  fake.on(api, [planOf(1, { status: 'cancelled', cancelledAt: '2026-01-20T10:00:00.000Z', parcelsDue: 0 })])
  await page.reload()
  await details(page).getByText('Paid until').waitFor()
  const words = await details(page).textContent()
  for (const part of [
    'Cancelled',
    'Never shipped',
    '0 of 3 due',
    '$14.97',
    'Feb 2, 2026',
    'Jan 20, 2026',
    'Jan 3, 2026',
    'Pat Potato 1',
    plan.user.email,
    plan.userId,
    plan.id,
    String(plan.stripeSubscriptionId),
  ]) {
    expect(words).toContain(part)
  }
  expect(await violationsOf(page)).toEqual([])
  await details(page).getByRole('link', { name: 'Logs of this plan' }).click()
  await page.waitForURL((url) => url.search === `?tab=logs&q=${plan.stripeSubscriptionId}`)
  await page.goBack()
  await details(page).getByRole('link', { name: 'Orders of this plan' }).click()
  await page.waitForURL((url) => url.search === `?tab=orders&q=${plan.stripeSubscriptionId}`)
})

test('when keys are pressed, then j and k move, Enter opens details, s opens the form, and the help lists them', async () => {
  fake.on(api, [planOf(2), planOf(1)])
  const page = await open('?tab=plans')
  await cardOf(page, 2).waitFor()
  await page.keyboard.press('?')
  const help = page.getByRole('dialog', { name: 'Keyboard shortcuts' })
  for (const does of [
    'Next plan',
    'Previous plan',
    'Open plan',
    'Ship pranks of the plan',
    'Ship (in the form)',
  ]) {
    await help.getByText(does).waitFor()
  }
  await page.keyboard.press('Escape')
  await help.waitFor({ state: 'hidden' })
  for (const key of ['j', 'j', 'Enter']) await page.keyboard.press(key)
  await details(page).getByText(planOf(1).id).waitFor()
  await page.keyboard.press('Escape')
  await details(page).waitFor({ state: 'hidden' })
  for (const key of ['k', 's']) await page.keyboard.press(key)
  const form = page.getByRole('dialog', { name: 'Ship Pranks for This Month' })
  await form.getByText('Pat Potato 2').waitFor()
  expect(page.url()).toContain(`ship=${planOf(2).id}`)
  await page.keyboard.press('Escape')
  await form.waitFor({ state: 'hidden' })

  // Opened from the details, the form replaces them.
  await page.keyboard.press('Enter')
  await details(page).getByRole('button', { name: 'Ship Pranks for This Month' }).click()
  await page.getByRole('button', { name: 'Ship All 3 Pranks' }).waitFor()
  expect(new URL(page.url()).search).toBe(`?tab=plans&ship=${planOf(2).id}`)
})
