import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { violationsOf } from '../../../test/support/axe.ts'
import { keyboardOf } from '../../../test/support/keyboard.ts'
import { idOf, itemOf, orderOf } from '../samples.ts'
import { noteOf, withAdmin } from './admin.ts'
import type { FakeAnswer, FakeCall } from './fake-api.ts'
import { calls, FakeOrders } from './fake-orders.ts'

const { api, open } = withAdmin()
const fake = new FakeOrders()
const drawerOf = (page: Page) => page.getByRole('dialog')
const cardOf = (page: Page, n: number) => page.locator(`#order-${idOf(n)}`)
const openNow = (page: Page) => new URL(page.url()).searchParams.get('order')

test('when an order is opened, then its address shows all fields, even when the list does not contain it, also on a phone', async () => {
  const long = 'Guess who? '.repeat(20).trim()
  const item = itemOf('i1', { reference: 'GHJKMNPQRS', trackingNumber: '9400-1', adminNotes: 'Back door' })
  const user = { id: idOf(7), email: 'casey@example.com', stripeSubscriptionId: 'sub_123' }
  fake.on(api, [orderOf(1, { customMessage: long, items: [item], user, discountCode: 'MARKYMARC' })])
  const listed = api.plans[calls.list] as (call: FakeCall) => FakeAnswer
  const firstPage = { body: { items: [orderOf(160)], total: 61, nextCursor: 'next' } }
  api.plans[calls.list] = (call) => (call.query.has('q') ? listed(call) : firstPage)
  const page = await open(`?order=${idOf(1)}`)
  const drawer = drawerOf(page)
  await drawer.getByText('Order 00000001').waitFor()
  await drawer.getByText('by payment').waitFor()
  const words = await drawer.textContent()
  const ids = [idOf(1), idOf(7), 'pi_3NcKdLq0xaaaaaaa1', 'sub_123', 'MARKYMARC']
  const history = ['Pending Jan 2, 2026', 'by customer', 'Paid Jan 2, 2026', 'by payment']
  for (const part of [
    ...ids,
    ...history,
    long,
    'Casey Customer 1',
    'Ref GHJKMNPQRS',
    '9400-1',
    'Back door',
    '1 Main St',
  ]) {
    expect(words).toContain(part)
  }
  const asked = api.callsOf(calls.list).find(({ query }) => query.get('q') === idOf(1))
  expect(asked?.query.get('limit')).toBe('1')
  expect(await drawer.getByRole('button', { name: 'Next' }).isDisabled()).toBe(true)
  expect(await violationsOf(page)).toEqual([])
  await page.setViewportSize({ width: 375, height: 800 })
  expect((await drawer.boundingBox())?.width).toBeLessThanOrEqual(375)
})

test('when Enter opens it, then j and k move through the page, and Back closes it and restores the position', async () => {
  fake.on(api, [orderOf(3), orderOf(2), orderOf(1)])
  const page = await open()
  await cardOf(page, 3).waitFor()
  await page.keyboard.press('j')
  await page.keyboard.press('Enter')
  await drawerOf(page).getByText('Order 00000003').waitFor()
  await page.keyboard.press('j')
  await drawerOf(page).getByText('Order 00000002').waitFor()
  await drawerOf(page).getByRole('button', { name: 'Next' }).click()
  await drawerOf(page).getByText('Order 00000001').waitFor()
  await page.keyboard.press('k')
  await drawerOf(page).getByText('Order 00000002').waitFor()
  expect(openNow(page)).toBe(idOf(2))
  await page.goBack()
  await drawerOf(page).waitFor({ state: 'detached' })
  expect([openNow(page), new URL(page.url()).pathname]).toEqual([null, '/admin'])
  await keyboardOf(page).waitForFocus(cardOf(page, 2))
})

test('when the status is set and documents are printed in it, then both apply to this order, also after Escape', async () => {
  fake.on(api, [orderOf(2), orderOf(1)])
  const page = await open(`?order=${idOf(1)}`)
  const drawer = drawerOf(page)
  await drawer.getByRole('combobox').click({ force: true })
  await page.locator('.ant-select-dropdown:visible .ant-select-item-option', { hasText: 'Shipped' }).click()
  await noteOf(page, 'Status Updated', 'Order 00000001 is Shipped now.').waitFor()
  await drawer.getByText('by admin').waitFor()
  await Promise.all([page.waitForEvent('popup'), page.keyboard.press('p')])
  expect(api.callsOf(calls.print)[0]?.body).toEqual({ kind: 'slips', parcelIds: [`${idOf(1)}-i1`] })
  await page.bringToFront()
  await page.keyboard.press('Escape')
  await drawer.waitFor({ state: 'detached' })
  expect(openNow(page)).toBe(null)
  await cardOf(page, 1).locator('.status-badge', { hasText: 'Shipped' }).waitFor()
  await cardOf(page, 1).getByRole('link', { name: '00000001' }).click()
  await drawer.waitFor()
})

test('when the order cannot be read, then this is shown, and Retry reads it again; when it does not exist, this is shown', async () => {
  fake.on(api, [orderOf(1)])
  const usual = api.plans[calls.list]
  api.plans[calls.list] = { status: 503, body: { message: 'The orders are unavailable' } }
  const page = await open(`?order=${idOf(9)}`)
  await drawerOf(page).getByText('The orders are unavailable').waitFor()
  api.plans[calls.list] = usual ?? 'unavailable'
  await drawerOf(page).getByRole('button', { name: 'Retry' }).click()
  await drawerOf(page).getByText('No Such Order').waitFor()
})
