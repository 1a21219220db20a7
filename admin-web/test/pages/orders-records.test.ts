import type { AdminOrder } from '@prankpost/contracts/order'
import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { violationsOf } from '../../../test/support/axe.ts'
import { agreementOf, disputeOf, idOf, itemOf, orderOf, refundOf } from '../samples.ts'
import { noteOf, withAdmin } from './admin.ts'
import { addActions, resolveCall } from './fake-order-actions.ts'
import { calls, FakeOrders } from './fake-orders.ts'
import { wordsIn } from './words.ts'

const { api, open } = withAdmin()
const fake = new FakeOrders()
const cardOf = (page: Page, n: number) => page.locator(`#order-${idOf(n)}`)
const detailsOf = (page: Page) => page.locator('.order-drawer')
const selectionOf = (page: Page) => page.getByRole('toolbar', { name: 'Selection' })
const printLabels = (page: Page) => selectionOf(page).getByRole('button', { name: '4x6 labels' }).click()
const failed = refundOf({
  id: idOf(801),
  status: 'failed',
  failureReason: 'The card was closed.',
  by: 'customer',
})
const disputed: Partial<AdminOrder> = { disputes: [disputeOf()], items: [itemOf('i1', { status: 'held' })] }

async function openOrders(orders: AdminOrder[], address = '') {
  fake.on(api, orders)
  addActions(api, fake)
  const page = await open(address)
  await cardOf(page, 1).waitFor()
  return page
}

test('a card, when parcels are on their way or held by a dispute, then it shows it, and the details what became of the dispute', async () => {
  const contact = { ...itemOf('i2').contact, address: 'PO Box 12', address2: 'Back room' }
  const trackingUrl = 'https://www.ups.com/track?tracknum=1Z999AA10123456784'
  const delivered = itemOf('i2', {
    contact,
    status: 'delivered',
    carrier: 'UPS',
    trackingNumber: '1Z999AA10123456784',
    trackingUrl,
    deliveredAt: '2026-01-07T15:05:00.000Z',
  })
  const won = disputeOf({ status: 'won', closedAt: '2026-01-09T15:05:00.000Z' })
  const page = await openOrders([
    orderOf(3, { refunded: '1.50', items: [itemOf('i1', { status: 'packed' }), delivered] }),
    orderOf(2, disputed),
    orderOf(1, { disputes: [won] }),
  ])
  const card = cardOf(page, 3)
  const words = await wordsIn(card)
  for (const part of ['−$1.50 refunded', 'Packed', 'PO box', 'PO Box 12, Back room, Springfield']) {
    expect(words).toContain(part)
  }
  expect(words).toContain('UPS 1Z999AA10123456784')
  expect(words).toContain('Delivered Jan 7, 2026')
  const link = card.getByRole('link', { name: '1Z999AA10123456784' })
  expect(await link.getAttribute('href')).toBe(trackingUrl)
  expect(await card.getByText('PO box', { exact: true }).count()).toBe(1)

  await cardOf(page, 2).locator('.card-head').getByText('Held', { exact: true }).waitFor()
  expect(await cardOf(page, 1).getByText('Held', { exact: true }).count()).toBe(0)
  await cardOf(page, 2).getByRole('link', { name: '00000002' }).click()
  const region = detailsOf(page).getByRole('region', { name: 'Disputes' })
  await region.getByText('product not received').waitFor()
  expect(await wordsIn(region)).toContain('Unsent parcels are held.')
  await page.keyboard.press('j')
  await region.getByText('Won', { exact: true }).waitFor()
  expect(await wordsIn(region)).toContain('closed Jan 9, 2026')
})

test('a dispute, when its evidence is copied, then it has the wording, version, time, price, tracking, town and ZIP, but neither name nor street of the target', async () => {
  const { wording, version } = agreementOf()
  const sent = itemOf('i1', {
    ...{ status: 'delivered', carrier: 'UPS', trackingNumber: '1Z999AA10123456784' },
    deliveredAt: '2026-01-07T15:05:00.000Z',
  })
  const renewal = agreementOf({ price: '14.97', interval: 'month' })
  const page = await openOrders([
    orderOf(3, { disputes: [disputeOf()], items: [sent] }),
    orderOf(2, { disputes: [disputeOf()], agreement: renewal }),
    orderOf(1, { disputes: [disputeOf()], agreement: null }),
  ])
  await cardOf(page, 3).getByRole('link', { name: '00000003' }).click()
  const region = detailsOf(page).getByRole('region', { name: 'Disputes' })
  await region.getByText('product not received').waitFor()
  // The page may not read the clipboard.
  await page.evaluate(() => {
    navigator.clipboard.writeText = async (text) => void document.body.setAttribute('data-copied', text)
  })
  await region.getByRole('button', { name: 'Copy Evidence' }).click()
  await region.getByText('Copied').waitFor()
  const copied = await page.locator('body').getAttribute('data-copied')
  expect(copied?.split('\n')).toEqual([
    'Order 00000003, Fri, 02 Jan 2026 15:05:00 GMT, $4.99.',
    'Customer: Casey Customer 3, casey3@example.com.',
    `Agreed on Fri, 02 Jan 2026 15:05:00 GMT, terms of ${version}: "${wording}" Price shown: $4.99.`,
    'Parcel: 1 x Raw Potato to Springfield, IL 62701, delivered on Wed, 07 Jan 2026 15:05:00 GMT, tracking number UPS 1Z999AA10123456784.',
  ])
  await page.keyboard.press('j')
  await region.getByText('Price shown: $14.97 every month.').waitFor()
  await page.keyboard.press('j')
  await region.getByText('What the customer agreed to is not stored for this order.').waitFor()
})

test('an order with all records, when its failed refund is marked as handled, then it shows when; without a barrier, also on a phone', async () => {
  const cancellation = { by: 'operator' as const, reason: 'Mistake', at: '2026-01-06T15:05:00.000Z' }
  const records = { ...disputed, cancellation, refunds: [refundOf(), failed], refunded: '4.99' }
  const page = await openOrders([orderOf(1, records)], `?order=${idOf(1)}`)
  const region = detailsOf(page).getByRole('region', { name: 'Refunds' })
  await region.waitFor()
  const words = await wordsIn(region)
  for (const part of ['$4.99', 'Failed: The card was closed.', 'It arrived squashed.', 'by customer']) {
    expect(words).toContain(part)
  }
  expect(await violationsOf(page)).toEqual([])
  await page.setViewportSize({ width: 375, height: 800 })
  const overflow = await detailsOf(page)
    .locator('.ant-drawer-body')
    .evaluate((body) => body.scrollWidth - body.clientWidth)
  expect(overflow).toBe(0)
  await page.setViewportSize({ width: 1440, height: 900 })

  api.plans[resolveCall(failed.id)] = { status: 409, body: { message: 'It has not failed.' } }
  await region.getByRole('button', { name: 'Mark as Handled' }).click()
  const dialog = page.getByRole('dialog', { name: 'Mark the failed refund of $4.99 as handled?' })
  await dialog.getByRole('button', { name: 'Mark as Handled' }).click()
  await dialog.getByRole('alert').getByText('It has not failed.').waitFor()
  addActions(api, fake)
  await dialog.getByRole('button', { name: 'Mark as Handled' }).click()
  await noteOf(page, 'Refund Handled', '$4.99 of order 00000001').waitFor()
  expect(api.callsOf(resolveCall(failed.id)).at(-1)?.body).toEqual({ resolved: true })
  await region.getByText(/, handled /).waitFor()
  expect(await region.getByRole('button', { name: 'Mark as Handled' }).count()).toBe(0)
})

test('the selection, when printing fails, then it stays; held parcels and cancelled orders in it are left out, and reported', async () => {
  const cancelled = { status: 'cancelled' as const, items: [itemOf('i1', { status: 'cancelled' })] }
  const page = await openOrders([
    orderOf(4, { items: [itemOf('i1', { status: 'cancelled' }), itemOf('i2')] }),
    orderOf(3, disputed),
    orderOf(2, cancelled),
    orderOf(1, { items: [itemOf('i1'), itemOf('i2', { status: 'held' })] }),
  ])
  const usual = api.plans[calls.print]
  const message = 'Orders cannot be packed at the moment. Please try again.'
  api.plans[calls.print] = { status: 503, body: { message } }
  await page.getByLabel('Select page').click()
  await printLabels(page)
  await noteOf(page, 'Printing Failed', message).waitFor()
  await selectionOf(page).getByText('4 selected').waitFor()

  api.plans[calls.print] = usual ?? 'unavailable'
  api.calls = []
  await Promise.all([page.waitForEvent('popup'), printLabels(page)])
  await page.bringToFront()
  await noteOf(
    page,
    'Some Orders Were Left Out',
    'Held by a dispute: 00000003. Without their held parcels: 00000001. Cancelled: 00000002.',
  ).waitFor()
  expect(api.callsOf(calls.print)[0]?.body.parcelIds).toEqual([`${idOf(4)}-i2`, `${idOf(1)}-i1`])
})
