import { mostCounted } from '@prankpost/contracts/constants'
import type { Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import { violationsOf } from '../../../test/support/axe.ts'
import { idOf, itemOf, orderOf } from '../samples.ts'
import { noteOf, until, untilFits, withAdmin } from './admin.ts'
import type { FakeCall } from './fake-api.ts'
import { calls, FakeOrders } from './fake-orders.ts'

const { api, open } = withAdmin()
const fake = new FakeOrders()
const broken = { status: 500, body: { message: 'The order book is on fire' } }
const cardOf = (page: Page, n: number) => page.locator(`#order-${idOf(n)}`)
const statusOf = (page: Page, n: number, label: string) =>
  cardOf(page, n).locator('.status-badge', { hasText: label })
const optionOf = (page: Page, label: string) =>
  page.locator('.ant-select-dropdown:visible .ant-select-item-option').filter({ hasText: label })
const choose = async (page: Page, n: number, label: string) => {
  await cardOf(page, n).getByRole('combobox').click({ force: true })
  await optionOf(page, label).click()
}

describe('the list', () => {
  test('when there are orders, then their cards show all fields, what is missing, and the badges of plans, at any width', async () => {
    const shipped = itemOf('i2', {
      quantity: 3,
      price: '0.99',
      prank: { name: 'Dirty Sock', description: 'One sock. Worn.', tier: 'Deluxe' },
      contact: {
        name: 'Ann Aim',
        address: '2 Oak Rd',
        address2: 'Apt 4',
        city: 'Reno',
        state: 'NV',
        zipCode: '89501-1234',
      },
      trackingNumber: '9400-1',
      adminNotes: 'Back door',
    })
    const user = { id: idOf(7), email: 'casey@example.com', stripeSubscriptionId: 'sub_123' }
    const bare = { customerName: null, stripePaymentIntentId: null, user: null }
    fake.on(api, [
      orderOf(26, { items: [itemOf('i1'), shipped], user, customMessage: 'Guess who?', totalAmount: '7.96' }),
      orderOf(3, { ...bare, status: 'payment_failed' }),
      orderOf(2, { subscriptionType: 'monthly', items: [] }),
      orderOf(1, { subscriptionType: 'subscription', status: 'cancelled' }),
    ])
    const page = await open()
    const card = page.getByRole('article', { name: '0000001A' })
    await card.getByText('Items to Send (2)').waitFor()
    const words = await card.textContent()
    const said = ['0000001A', 'Jan 2, 2026', '$7.96', 'One-Time', 'SUBSCRIBER', 'Paid', 'aaaaaa26']
    const sender = ['Casey Customer 26', 'casey26@example.com', 'Guess who?']
    const items = [
      '1 × Raw Potato',
      'Standard',
      '$4.99',
      '3 × Dirty Sock',
      'One sock. Worn.',
      'Deluxe',
      '$0.99',
    ]
    const targets = ['Tim Target', '1 Main St, Springfield, IL 62701', '2 Oak Rd, Apt 4, Reno, NV 89501-1234']
    for (const part of [...said, ...sender, ...items, ...targets, '9400-1', 'Back door']) {
      expect(words).toContain(part)
    }

    await cardOf(page, 3).getByText('Not provided').waitFor()
    await cardOf(page, 3).getByText('No payment').waitFor()
    await cardOf(page, 2).getByText('MONTHLY', { exact: true }).waitFor()
    await cardOf(page, 2).getByText('No parcel of this month').waitFor()
    await cardOf(page, 1).getByText('SUBSCRIPTION', { exact: true }).waitFor()
    await statusOf(page, 1, 'Cancelled').waitFor()
    expect(await page.getByText('SUBSCRIBER').count()).toBe(1)
    await cardOf(page, 3).getByRole('combobox').click({ force: true })
    await optionOf(page, 'Shipped').waitFor()
    expect(await optionOf(page, '').allTextContents()).toEqual([
      'Pending',
      'Paid',
      'Processing',
      'Shipped',
      'Delivered',
    ])
    await page.keyboard.press('Escape')
    for (const width of [1440, 1024, 375]) {
      await page.setViewportSize({ width, height: 800 })
      await untilFits(page, width)
      if (width !== 1024) expect(await violationsOf(page, { contrast: width === 1440 })).toEqual([])
    }
  })

  test('when orders are loading, cannot be read, or there are none, then the page says so; a filter can be cleared, and all orders are counted', async () => {
    let answer = () => {}
    const held = new Promise<void>((resolve) => {
      answer = resolve
    })
    api.plans[calls.list] = async () => {
      await held
      return broken
    }
    const page = await open()
    await page.getByRole('status', { name: 'Loading' }).waitFor()
    answer()
    await page.getByText('The order book is on fire').waitFor()
    api.plans = {}
    await page.getByRole('button', { name: 'Retry' }).click()
    await page.getByText('No Orders Yet').waitFor()
    const full = { items: [orderOf(1)], total: mostCounted + 1, nextCursor: 'the-next' }
    api.plans[calls.list] = ({ query }) => ({
      body: query.get('q') ? { items: [], total: 0, nextCursor: null } : full,
    })
    await page.getByLabel('Search orders').fill('casey')
    await page.getByText('Nothing Found').waitFor()
    await page.getByRole('button', { name: 'Clear Filter' }).click()
    await cardOf(page, 1).waitFor()
    await page.getByText('1 to 1 of 10001').waitFor()
    expect(new URL(page.url()).search).toBe('')
  })

  test('when the list is searched, filtered and paged, then the server does it, as far as it counts, and the address contains it', async () => {
    fake.on(api, [orderOf(200, { status: 'shipped' }), ...[120, 50, 12].map((n) => orderOf(n))])
    const listed = api.plans[calls.list] as (call: FakeCall) => { body: object }
    api.plans[calls.list] = (call) => {
      const { body } = listed(call)
      return { body: call.query.has('q') ? body : { ...body, total: mostCounted, nextCursor: idOf(50) } }
    }
    const page = await open('?status=paid')
    await page.getByText('1 to 3 of 10,000 or more').waitFor()
    await page.getByRole('button', { name: 'Older' }).click()
    await page.getByText('51 to 51 of 10,000 or more').waitFor()
    await cardOf(page, 12).waitFor()
    await page.getByLabel('Search orders').fill('Customer 12')
    await cardOf(page, 120).waitFor()
    await until(() => api.callsOf(calls.list).some(({ query }) => query.get('q') === 'Customer 12'))
    expect(new URL(page.url()).search).toBe('?status=paid&q=Customer+12')
    expect(await page.locator('.order-card').count()).toBe(2)
    api.plans[`${calls.list}/export`] = { text: 'Order\r\n', headers: { 'content-type': 'text/csv' } }
    await page.getByRole('button', { name: 'Export CSV' }).click()
    await until(() => api.callsOf(`${calls.list}/export`).length === 1)
    const [asked] = api.callsOf(`${calls.list}/export`)
    expect(asked?.query.toString()).toBe('status=paid&q=Customer+12')
  })
})

describe('the status', () => {
  test('when another is chosen, then it is shown at once, and confirmed when it is saved; if it is rejected, the previous one returns; two in quick succession are sent one after the other, and only the last one is shown', async () => {
    fake.on(api, [orderOf(1)])
    const page = await open()
    let answer = () => {}
    const held = new Promise<void>((resolve) => {
      answer = resolve
    })
    api.plans[calls.setOne] = async ({ id, body }) => {
      await held
      return fake.setOne(String(id), body)
    }
    await choose(page, 1, 'Processing')
    await statusOf(page, 1, 'Processing').waitFor()
    expect(await noteOf(page, 'Status Updated').count()).toBe(0)
    const asked = api.callsOf(calls.list).length
    answer()
    await noteOf(page, 'Status Updated').waitFor()
    // The list and the count of the tab.
    await until(() => api.callsOf(calls.list).length >= asked + 2)
    expect(api.callsOf(calls.setOne).map(({ id, body }) => [id, body])).toEqual([
      [idOf(1), { status: 'processing', seen: 'paid' }],
    ])

    api.plans[calls.setOne] = { status: 409, body: { message: 'It is too late for that.' } }
    await choose(page, 1, 'Delivered')
    await noteOf(page, 'Update Failed', 'It is too late for that.').waitFor()
    await statusOf(page, 1, 'Processing').waitFor()

    api.calls = []
    const answers: (() => void)[] = []
    api.plans[calls.setOne] = async ({ id, body }) => {
      await new Promise<void>((resolve) => answers.push(resolve))
      return fake.setOne(String(id), body)
    }
    await choose(page, 1, 'Paid')
    await choose(page, 1, 'Shipped')
    await statusOf(page, 1, 'Shipped').waitFor()
    await page.evaluate(() => {
      const seen: string[] = []
      Reflect.set(globalThis, 'seen', seen)
      const look = () => seen.push(document.querySelector('.order-card .card-head')?.textContent ?? '')
      new MutationObserver(look).observe(document.body, {
        subtree: true,
        childList: true,
        characterData: true,
      })
    })
    await until(() => answers.length === 1)
    answers[0]?.()
    await until(() => answers.length === 2)
    answers[1]?.()
    await until(() => fake.all[0]?.status === 'shipped')
    await noteOf(page, 'Status Updated', 'Shipped').waitFor()
    await statusOf(page, 1, 'Shipped').waitFor()
    const seen: string[] = await page.evaluate(() => Reflect.get(globalThis, 'seen'))
    expect(seen.filter((words) => !words.includes('Shipped'))).toEqual([])
    expect(api.callsOf(calls.setOne).map(({ body }) => body)).toEqual([
      { status: 'paid', seen: 'processing' },
      { status: 'shipped', seen: 'paid' },
    ])
  })
})
