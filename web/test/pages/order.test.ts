import type { CustomerOrder } from '@prankpost/contracts/customer-order'
import type { Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import { keyboardOf } from '../../../test/support/keyboard.ts'
import { agreements, orderId, orderOf, sentItem, waitingItem } from '../order-samples.ts'
import { bob, molly, pranks } from '../samples.ts'
import { signIn, storedIn, toastOf, withStore } from './store.ts'

const { api, open } = withStore()
const address = `/order?id=${orderId}`
const reading = `GET /api/orders/${orderId}`
const cancelling = `POST /api/orders/${orderId}/cancel`
const support = 'Write to us on the support page and we will see what we can do.'

const openOrder = async (changes: Partial<CustomerOrder> = {}) => {
  api.user = molly
  api.contacts = [bob]
  api.plans[reading] = { body: orderOf(changes) }
  const page = await open(address)
  await page.getByRole('heading', { name: 'Order 00000777' }).waitFor()
  return page
}
const parcelOf = (page: Page, prank: string) =>
  page.getByRole('listitem').filter({ has: page.getByRole('heading', { name: prank }) })

describe("a customer's order", () => {
  test('when it is opened, then it shows money, message, parcels with tracking, forgotten addresses, and the timeline', async () => {
    const forgotten = {
      ...sentItem,
      prankName: 'Old Sock',
      contactName: 'Forgotten',
      contactAddress: '',
      contactCity: '',
    }
    const addressForgottenAt = '2027-01-09T12:00:00.000Z'
    const page = await openOrder({
      status: 'shipped',
      discountCode: 'MARKYMARC',
      customMessage: 'Guess who',
      refunded: '4.99',
      items: [waitingItem, { ...sentItem, arriveBy: '2026-12-03' }, { ...forgotten, addressForgottenAt }],
      timeline: [
        ...orderOf().timeline,
        { at: '2026-11-25T12:00:00.000Z', what: 'shipped', detail: 'Talking Fish' },
        { at: '2026-11-25T13:00:00.000Z', what: 'teleported' as never, detail: null },
      ],
    })
    expect(await page.title()).toContain('Your Order')
    const facts = page.locator('main header dl div')
    const texts = await facts.allTextContents()
    expect(texts.filter((text) => !text.startsWith('Date'))).toEqual([
      'StatusShipped',
      'Total$14.97',
      'Refunded$4.99',
      'DiscountMARKYMARC',
    ])
    await page.getByText('Guess who').waitFor()

    const potato = parcelOf(page, 'Raw Potato')
    for (const words of ['Preparing', '2 × $4.99', 'Apt 4', 'Reno, NV 89501'])
      await potato.getByText(words).waitFor()
    await potato.getByText('Expected Tue, Dec 1 to Mon, Dec 7').waitFor()
    expect(await potato.getByRole('link').count()).toBe(0)
    const fish = parcelOf(page, 'Talking Fish')
    await fish.getByText('Shipped', { exact: true }).waitFor()
    await fish.getByText('9400111899223100001234').waitFor()
    await fish.getByText('Arrives by Thu, Dec 3').waitFor()
    const link = fish.getByRole('link', { name: 'Track with USPS' })
    expect(await link.getAttribute('href')).toBe(sentItem.trackingUrl)
    expect(await link.getAttribute('rel')).toBe('noopener noreferrer')

    // It cannot be sent again.
    const sock = parcelOf(page, 'Old Sock')
    await sock.getByText('Address forgotten on Jan 9, 2027').waitFor()
    expect(await sock.getByRole('button').count()).toBe(0)

    const timeline = page.getByRole('region', { name: 'Timeline' }).getByRole('listitem')
    const entries = await timeline.locator('p:first-child').allTextContents()
    expect(entries).toEqual(['Order placed', 'Paid', 'Shipped', 'teleported'])
    const agreed = page.getByRole('region', { name: 'What You Agreed To' })
    expect(await agreed.textContent()).toContain(`"${agreements.order.wording}"`)
    expect(await agreed.textContent()).toMatch(/terms of December 2024, \$14\.97$/)
  })

  test('when a part of a month of a plan is not sent yet, then it says so, and offers neither cancelling nor editing', async () => {
    const page = await openOrder({
      type: 'monthly',
      items: [],
      agreement: null,
      can: { cancel: false, cancelUntil: null, edit: false },
    })
    await page.getByText('Your pranks of this month are being prepared.').waitFor()
    expect(await page.getByText('What You Agreed To').count()).toBe(0)
    await page.getByText('Nothing is on its way yet.').waitFor()
    expect(await page.getByRole('button', { name: /Cancel order|Edit address/ }).count()).toBe(0)
    expect(await page.getByText('The time to cancel it yourself').count()).toBe(0)
  })

  test('when the receipt is downloaded, then the file has its name, and a failure is shown', async () => {
    const page = await openOrder()
    api.plans[`GET /api/orders/${orderId}/receipt`] = { text: '%PDF-1.7' }
    const download = page.waitForEvent('download')
    await page.getByRole('button', { name: 'Receipt (PDF)' }).click()
    expect((await download).suggestedFilename()).toBe('receipt-00000777.pdf')
    api.plans[`GET /api/orders/${orderId}/receipt`] = { status: 503, body: { message: 'No paper' } }
    await page.getByRole('button', { name: 'Receipt (PDF)' }).click()
    await toastOf(page, 'Error', 'No paper').waitFor()
  })

  test('when an open order changes or its time runs out, then the server is asked, and the page shows it', async () => {
    const cancelUntil = new Date(Date.now() + 600_000).toISOString()
    const items = [{ ...waitingItem, status: 'shipped' as const }]
    api.user = molly
    api.plans[reading] = { body: orderOf({ can: { cancel: true, cancelUntil, edit: true } }) }
    const page = await open(address, { clock: true })
    await page.getByText('Preparing').waitFor()
    const button = page.getByRole('main').getByRole('button', { name: 'Cancel order' })
    await button.waitFor()
    // An open order is read again after at most 10 seconds.
    api.plans[reading] = { body: orderOf({ items, can: { cancel: true, cancelUntil, edit: true } }) }
    await page.clock.runFor(10_000)
    await parcelOf(page, 'Raw Potato').getByText('Shipped', { exact: true }).waitFor()
    api.plans[reading] = { body: orderOf({ items, can: { cancel: false, cancelUntil, edit: true } }) }
    await page.clock.fastForward(601_000)
    await page.getByText('The time to cancel it yourself').waitFor()
    expect(await button.count()).toBe(0)
  })
})

describe('cancelling', () => {
  const button = (page: Page) => page.getByRole('main').getByRole('button', { name: 'Cancel order' })

  test('when it is opened by key and confirmed, also after a lost connection, then the order is cancelled, and this is announced', async () => {
    const page = await openOrder()
    expect(await page.getByRole('timer').textContent()).toMatch(/^1:2\d:\d\d left$/)
    const { waitForFocus, press, use } = keyboardOf(page)
    await use(button(page))
    const dialog = page.getByRole('dialog', { name: 'Cancel order' })
    await dialog.waitFor()
    await press('Escape')
    await dialog.waitFor({ state: 'hidden' })
    await waitForFocus(button(page))
    await use(button(page))
    await dialog.getByText('You get a full refund of $14.97').waitFor()
    await use(dialog.getByRole('button', { name: 'Keep order' }), 'Space')
    await dialog.waitFor({ state: 'hidden' })
    expect(api.bodiesOf(cancelling)).toEqual([])

    api.plans[cancelling] = 'unavailable'
    await button(page).click()
    await dialog.getByRole('button', { name: 'Cancel order' }).click()
    await dialog.getByRole('alert').filter({ hasText: 'Network connection failed' }).waitFor()

    const message = 'The order was cancelled. $14.97 goes back to the card.'
    api.plans[cancelling] = () => {
      api.plans[reading] = {
        body: orderOf({
          status: 'cancelled',
          refunded: '14.97',
          items: [{ ...waitingItem, status: 'cancelled', estimatedDelivery: null }],
          can: { cancel: false, cancelUntil: null, edit: false },
        }),
      }
      return { body: { message, refund: { amount: '14.97', status: 'succeeded' } } }
    }
    await dialog.getByRole('button', { name: 'Cancel order' }).click()
    await toastOf(page, 'Order Cancelled', message).waitFor()
    await dialog.waitFor({ state: 'detached' })
    await page.getByRole('main').getByRole('status').getByText(message).waitFor()
    // The focus moves to the page, whose first line stays below the sticky header.
    expect(await page.evaluate(() => window.scrollY)).toBe(0)
    await page.getByText('Called off. They never knew.').waitFor()
    expect(await page.getByRole('button', { name: 'Edit address' }).count()).toBe(0)
    expect(await button(page).count()).toBe(0)
    expect(api.bodiesOf(cancelling)).toHaveLength(2)
  })

  test('when it is too late, then the dialog shows the reason of the server, and only leads back', async () => {
    const page = await openOrder()
    const reason = `This order was packed already, so it can no longer be cancelled. ${support}`
    api.plans[cancelling] = () => {
      const { cancelUntil } = orderOf().can
      api.plans[reading] = { body: orderOf({ can: { cancel: false, cancelUntil, edit: false } }) }
      return { status: 409, body: { message: reason, code: 'conflict' } }
    }
    await button(page).click()
    const dialog = page.getByRole('dialog', { name: 'Cancel order' })
    await dialog.getByRole('button', { name: 'Cancel order' }).click()
    await dialog.getByRole('alert').filter({ hasText: reason }).waitFor()
    await toastOf(page, 'Cancellation Failed', reason).waitFor()
    const back = dialog.getByRole('button', { name: 'Back to the order' })
    await back.waitFor()
    expect(await dialog.getByRole('button', { name: 'Cancel order' }).count()).toBe(0)
    await back.click()
    await page.getByText('The time to cancel it yourself').waitFor()
    expect(await page.getByRole('link', { name: 'Write to us' }).getAttribute('href')).toBe('/support')
  })
})

test('send again, when the target is known, deleted, or the prank not on sale, then the Arsenal gets the item, or a toast says why not', async () => {
  const page = await openOrder({ items: [waitingItem, sentItem] })
  api.contacts = [{ ...bob, city: 'Sparks' }]
  await parcelOf(page, 'Raw Potato').getByRole('button', { name: 'Send again' }).click()
  await toastOf(page, 'Added to Arsenal', 'Raw Potato for Bob Butterfingers').waitFor()
  expect(await storedIn(page, 'prankpost-cart')).toMatchObject([
    { contactId: bob.id, contactCity: 'Sparks', contactAddress2: null, quantity: 2, price: '$4.99' },
  ])

  // Of a target that was deleted, it gets the address of the order.
  api.contacts = []
  await page.evaluate(() => localStorage.removeItem('prankpost-cart'))
  await page.reload()
  await parcelOf(page, 'Raw Potato').getByRole('button', { name: 'Send again' }).click()
  await toastOf(page, 'Added to Arsenal').waitFor()
  expect(await storedIn(page, 'prankpost-cart')).toMatchObject([
    { contactId: `local-${orderId}-0`, contactName: bob.name, contactAddress2: 'Apt 4' },
  ])

  await parcelOf(page, 'Talking Fish').getByRole('button', { name: 'Send again' }).click()
  await toastOf(page, 'Not on Sale', 'Talking Fish is not on sale any more.').waitFor()
  api.plans['GET /api/pranks'] = { body: pranks.map((prank) => ({ ...prank, soldOut: true })) }
  await parcelOf(page, 'Raw Potato').getByRole('button', { name: 'Send again' }).click()
  await toastOf(page, 'Sold Out', 'Raw Potato is sold out.').waitFor()
  expect(await storedIn(page, 'prankpost-cart')).toHaveLength(1)
})

describe('an order that cannot be shown', () => {
  test('when it is unknown, then the page says so and leads to the history', async () => {
    api.user = molly
    api.plans['GET /api/orders/nonsense'] = { status: 400, body: { message: 'Invalid id' } }
    api.plans[reading] = { status: 404, body: { message: 'We could not find this order.' } }
    const page = await open('/order')
    for (const path of ['/order', '/order?id=nonsense', address]) {
      if (path !== '/order') await page.goto(path)
      await page.getByRole('heading', { name: 'Order Not Found' }).waitFor()
      const link = page.getByRole('link', { name: 'View Prank History' })
      expect(await link.getAttribute('href')).toBe('/dashboard?tab=history')
    }
  })

  test('when a guest opens it, then it asks to sign in, and shows the order afterwards', async () => {
    const page = await open(address)
    await page.getByRole('heading', { name: 'Please log in to see your order.' }).waitFor()
    expect(api.bodiesOf(reading)).toEqual([])
    await page.getByRole('main').getByRole('button', { name: 'Sign In' }).click()
    await signIn(page)
    await page.getByRole('heading', { name: 'Order 00000777' }).waitFor()
  })
})
