import { describe, expect, test } from 'vitest'
import { orderOf } from '../samples.ts'
import { storedIn, until, untilFits, withAdmin } from './admin.ts'
import type { FakeAnswer, FakeCall } from './fake-api.ts'
import { calls, FakeOrders } from './fake-orders.ts'

const { api, open } = withAdmin()
const fake = new FakeOrders()
const storedAs = 'prankpost-admin-unpaid-orders'
const withUnpaid = () =>
  fake.on(api, [
    orderOf(4, { status: 'pending' }),
    orderOf(3, { status: 'paid' }),
    orderOf(2, { status: 'payment_failed' }),
    orderOf(1, { status: 'shipped' }),
  ])
type Page = Awaited<ReturnType<typeof open>>
const toggle = (page: Page) => page.getByRole('switch', { name: 'Hide unpaid orders' })
const cards = (page: Page, count: number) => page.locator(`.order-card:nth-of-type(${count}):last-of-type`)
const tab = (page: Page, count: number) => page.getByRole('tab', { name: `Orders (${count})` })
const searchOf = (page: Page) => new URL(page.url()).search

describe('hiding unpaid orders', () => {
  test('when the switch is turned on, then list, count and export exclude them, the address contains it, and it fits on a phone', async () => {
    withUnpaid()
    const page = await open('?q=Customer')
    await tab(page, 4).waitFor()
    await cards(page, 4).waitFor()
    await toggle(page).click()
    await cards(page, 2).waitFor()
    await tab(page, 2).waitFor()
    expect(searchOf(page)).toBe('?q=Customer&unpaid=exclude')
    api.plans[`${calls.list}/export`] = { text: 'Order\r\n', headers: { 'content-type': 'text/csv' } }
    await page.getByRole('button', { name: 'Export CSV' }).click()
    await until(() => api.callsOf(`${calls.list}/export`).length === 1)
    expect(api.callsOf(`${calls.list}/export`)[0]?.query.toString()).toBe('q=Customer&unpaid=exclude')
    for (const width of [375, 1440]) {
      await page.setViewportSize({ width, height: 800 })
      await toggle(page).waitFor()
      await untilFits(page, width)
    }
    await toggle(page).click()
    await cards(page, 4).waitFor()
    await tab(page, 4).waitFor()
    expect(searchOf(page)).toBe('?q=Customer&unpaid=include')
  })

  test('when the operator returns, then the last choice applies, unless a link or a status decides; an empty list says so', async () => {
    withUnpaid()
    const page = await open('', { stored: { [storedAs]: 'exclude' } })
    await cards(page, 2).waitFor()
    await tab(page, 2).waitFor()
    expect(await toggle(page).isChecked()).toBe(true)
    await page.waitForURL(/unpaid=exclude/)
    await toggle(page).click()
    await cards(page, 4).waitFor()
    await page.goto('/admin')
    await cards(page, 4).waitFor()
    expect(await storedIn(page, storedAs)).toBe('include')

    // A link has precedence, and a status over both. The first count, of the last choice, may be late.
    const answer = api.plans[calls.list] as (call: FakeCall) => FakeAnswer
    api.plans[calls.list] = (call) => ({
      ...(answer(call) as object),
      delayMs: call.query.has('unpaid') ? 0 : 1_000,
    })
    await page.goto('/admin?unpaid=exclude')
    await cards(page, 2).waitFor()
    await tab(page, 2).waitFor()
    expect(await storedIn(page, storedAs)).toBe('exclude')
    fake.on(api, [orderOf(1, { status: 'pending' })])
    await page.getByRole('button', { name: 'Refresh' }).click()
    await page.getByText('No Orders Yet').waitFor()
    await page.getByText('Unpaid orders are hidden.').waitFor()
    await page.goto('/admin?unpaid=exclude&status=pending')
    await cards(page, 1).waitFor()
    expect(await toggle(page).isDisabled()).toBe(true)
    expect(api.callsOf(calls.list).some(({ query }) => query.has('status') && query.has('unpaid'))).toBe(
      false,
    )
  })
  test('when two tabs hide them and one shows them again, then that is the last choice, and the other tab keeps its list', async () => {
    withUnpaid()
    const page = await open('?unpaid=exclude')
    await cards(page, 2).waitFor()
    const other = await page.context().newPage()
    await other.goto('/admin?unpaid=exclude')
    await cards(other, 2).waitFor()
    await toggle(other).click()
    await cards(other, 4).waitFor()
    api.calls = []
    // The tabs would answer each other many times in this time.
    await page.waitForTimeout(500)
    expect(await storedIn(page, storedAs)).toBe('include')
    expect(api.calls.length).toBeLessThan(5)
    await cards(page, 2).waitFor()
  })
})
