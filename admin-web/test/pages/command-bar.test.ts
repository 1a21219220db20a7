import type { Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import { violationsOf } from '../../../test/support/axe.ts'
import { orderOf } from '../samples.ts'
import { typeQuickly, until, untilFits, withAdmin } from './admin.ts'
import { operatorOf } from './fake-api.ts'

const { api, open } = withAdmin()
const list = (...items: object[]) => ({ body: { items, total: items.length, nextCursor: null } })
const barOf = (page: Page) => page.getByRole('dialog', { name: 'Search and commands' })
const fieldOf = (page: Page) => barOf(page).getByRole('combobox')
const optionsOf = (page: Page) => barOf(page).getByRole('option').allTextContents()

/** Opens the bar with the keyboard and waits until it has the focus. */
async function openBar(page: Page) {
  await page.keyboard.press('Control+k')
  await fieldOf(page).waitFor()
  await until(() => fieldOf(page).evaluate((field) => field === document.activeElement))
}

describe('the command bar', () => {
  test('when it is opened from a field, then arrows and Enter go to a tab, Escape returns the focus, and it offers what the screen and the admin can do', async () => {
    const page = await open('?tab=mail')
    const search = page.getByLabel('Search messages')
    await search.focus()
    await openBar(page)
    await page.keyboard.press('Escape')
    await barOf(page).waitFor({ state: 'detached' })
    expect(await search.evaluate((field) => field === document.activeElement)).toBe(true)

    await openBar(page)
    await page.keyboard.type('go lo')
    expect(await optionsOf(page)).toEqual(['Go to Logs 3', ...searchesFor('go lo')])
    await page.keyboard.press('ArrowUp')
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('Enter')
    await page.waitForURL((url) => url.search === '?tab=logs')
    await barOf(page).waitFor({ state: 'detached' })

    await openBar(page)
    await page.keyboard.type('go pa')
    await page.keyboard.press('Enter')
    await page.getByText('Nothing to Pack').waitFor()
    await page.getByRole('button', { name: 'Search and commands' }).click()
    await fieldOf(page).waitFor()
    const choices = await optionsOf(page)
    expect(choices).toContain('Scan parcels c')
    expect(choices).toContain('Go to Orders 1')
    expect(choices.filter((choice) => choice.startsWith('Next'))).toEqual([])
    await page.keyboard.type('shortcuts')
    await page.keyboard.press('Enter')
    await page.getByRole('dialog', { name: 'Keyboard shortcuts' }).getByText('Ctrl K').waitFor()
    await page.keyboard.press('Escape')
    await openBar(page)
    await page.keyboard.type('scan')
    await page.keyboard.press('Enter')
    await page.getByLabel('Code on the label').waitFor()
    await page.keyboard.press('Control+k')
    expect(await barOf(page).count()).toBe(0)
  })

  test('when an order number is typed, then only the last text is searched, and a hit opens the order', async () => {
    const order = orderOf(7)
    api.plans['GET /api/admin/orders'] = ({ query }) => (query.get('q') ? list(order) : list())
    const page = await open('?tab=mail')
    await page.getByText('No Messages Yet').waitFor()
    await openBar(page)
    await typeQuickly(fieldOf(page), order.orderNumber)
    const hit = barOf(page).getByRole('option', { name: `Order ${order.orderNumber}` })
    await hit.waitFor()
    expect(await optionsOf(page)).toEqual([
      ...searchesFor(order.orderNumber),
      `Order ${order.orderNumber} Paid, ${order.user?.email}`,
    ])
    expect(searchedFor('orders')).toEqual([order.orderNumber])
    expect(await violationsOf(page)).toEqual([])
    await page.setViewportSize({ width: 375, height: 800 })
    await untilFits(page, 375)
    await page.keyboard.press('ArrowUp')
    await page.keyboard.press('Enter')
    await page.waitForURL((url) => url.search === `?tab=orders&order=${order.id}`)
    await page.getByRole('dialog').getByText(order.orderNumber).first().waitFor()

    await openBar(page)
    await page.keyboard.type('pat')
    await page.keyboard.press('Enter')
    await page.waitForURL((url) => url.search === '?tab=orders&q=pat')
  })

  test('when a search finds nothing, or fails, then the bar says so, and Retry asks again', async () => {
    api.plans['GET /api/admin/customers'] = ({ query }) =>
      query.get('q') ? { status: 500, body: { message: 'The database is down.' } } : list()
    const page = await open('', { failing: /customers/ })
    await openBar(page)
    await page.keyboard.type('zzz')
    await barOf(page).getByRole('alert').getByText('Customers: The database is down.').waitFor()
    api.plans['GET /api/admin/customers'] = list()
    await barOf(page).getByRole('button', { name: 'Retry' }).click()
    await barOf(page).getByText('No orders, parcels, or customers found.').waitFor()
    expect(await violationsOf(page)).toEqual([])
  })

  test('when a packer opens it, then it searches parcels only, and asks for no customer', async () => {
    api.operator = operatorOf('packer')
    const page = await open('', { stranger: true, stored: { 'prankpost-admin-account': 'kim@shop.test' } })
    await page.getByText('Nothing to Pack').waitFor()
    await openBar(page)
    await page.keyboard.type('pat')
    await barOf(page).getByText('No parcels found.').waitFor()
    expect(await optionsOf(page)).toEqual(['Search parcels for "pat"'])
    expect([...searchedFor('orders'), ...searchedFor('customers')]).toEqual([])
    await page.keyboard.press('Escape')
    await page.setViewportSize({ width: 375, height: 800 })
    await untilFits(page, 375)
  })
})

/** The text of each search of a list so far. */
const searchedFor = (name: string) =>
  api.callsOf(`GET /api/admin/${name}`).flatMap(({ query }) => query.get('q') ?? [])

const searchesFor = (text: string) =>
  ['orders', 'active plans', 'messages', 'parcels', 'customers'].map((noun) => `Search ${noun} for "${text}"`)
