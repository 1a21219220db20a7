import type { AdminOrder } from '@prankpost/contracts/order'
import type { Locator, Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import { violationsOf } from '../../../test/support/axe.ts'
import { keyboardOf } from '../../../test/support/keyboard.ts'
import { idOf, itemOf, orderOf } from '../samples.ts'
import { noteOf, until, withAdmin } from './admin.ts'
import type { FakeAnswer, FakeCall } from './fake-api.ts'
import { actionCalls, addActions } from './fake-order-actions.ts'
import { calls, FakeOrders } from './fake-orders.ts'

const { api, open } = withAdmin()
const fake = new FakeOrders()
const ups = '1Z999AA10123456784'
const usps = '9400 1118 9922 3197 4284 97'
const detailsOf = (page: Page) => page.locator('.order-drawer')
const cancelOf = (page: Page) => page.getByRole('dialog', { name: /^Cancel order/ })
const trackOf = (page: Page) => page.getByRole('dialog', { name: 'Tracking: Raw Potato to Tim Target' })
const tracked = () => api.callsOf(actionCalls.track).map(({ body }) => body)

async function openOrder(part = {}, ...others: AdminOrder[]) {
  fake.on(api, [orderOf(9), orderOf(1, part), ...others])
  addActions(api, fake)
  const page = await open(`?order=${idOf(1)}`)
  await detailsOf(page).getByText('by payment').waitFor()
  return page
}

async function openTracking(part = {}) {
  const page = await openOrder({ items: [itemOf('i1', part)] })
  await detailsOf(page).getByRole('button', { name: 'Tracking of Raw Potato to Tim Target' }).click()
  await trackOf(page).waitFor()
  return page
}

async function chooseCarrier(page: Page, label: string) {
  await trackOf(page).getByRole('combobox', { name: 'Carrier' }).click({ force: true })
  await page.locator('.ant-select-dropdown:visible .ant-select-item-option', { hasText: label }).click()
}

/** Checks the open dialog with axe, and that it fits on a phone. */
async function fitsPage(page: Page, dialog: Locator) {
  await dialog.waitFor()
  expect(await violationsOf(page)).toEqual([])
  await page.setViewportSize({ width: 375, height: 800 })
  expect((await dialog.boundingBox())?.width).toBeLessThanOrEqual(375)
  await page.setViewportSize({ width: 1440, height: 900 })
}

describe('cancelling', () => {
  test('cancelling, when a reason is given, then the order is cancelled, and shows who did it and why', async () => {
    const shipped = itemOf('i2', { status: 'shipped' })
    const page = await openOrder({
      status: 'processing',
      items: [itemOf('i1'), shipped],
      totalAmount: '9.98',
    })
    await detailsOf(page).getByRole('button', { name: 'Cancel Order' }).click()
    const dialog = cancelOf(page)
    await dialog.getByText('1 parcel will not be sent').waitFor()
    await dialog.getByText('1 parcel already sent').waitFor()
    const submit = dialog.getByRole('button', { name: 'Cancel Order' })
    expect(await submit.isDisabled()).toBe(true)
    await dialog.getByLabel('Reason').fill('Ordered by mistake')
    await submit.dblclick()
    await noteOf(page, 'Order Cancelled', 'The order was cancelled. Refund: $9.98.').waitFor()
    expect(api.callsOf(actionCalls.cancel).map(({ id, body }) => [id, body])).toEqual([
      [idOf(1), { reason: 'Ordered by mistake' }],
    ])
    const shown = detailsOf(page).getByRole('region', { name: 'Cancellation' })
    await shown.getByText('Ordered by mistake').waitFor()
    await shown.getByText('by operator').waitFor()
    await detailsOf(page).getByRole('button', { name: 'Cancel Order' }).waitFor({ state: 'detached' })
  })

  test('cancelling, when the server refuses it, then its message is shown; when it is not possible, it is not offered', async () => {
    const page = await openOrder(
      {},
      orderOf(2, { subscriptionType: 'subscription' }),
      orderOf(3, { status: 'shipped', items: [itemOf('i1', { status: 'shipped' })] }),
    )
    api.plans[actionCalls.cancel] = { status: 409, body: { message: 'Its parcels were already sent.' } }
    await page.keyboard.press('c')
    await fitsPage(page, cancelOf(page))
    await cancelOf(page).getByLabel('Reason').fill('Too late')
    await page.keyboard.press('Control+Enter')
    await cancelOf(page).getByRole('alert').getByText('Its parcels were already sent.').waitFor()
    expect(await cancelOf(page).getByLabel('Reason').inputValue()).toBe('Too late')
    await cancelOf(page).getByRole('button', { name: 'Keep Order' }).click()
    await cancelOf(page).waitFor({ state: 'detached' })
    expect(await noteOf(page, 'Order Cancelled').count()).toBe(0)

    for (const n of [2, 3]) {
      await page.keyboard.press('j')
      await detailsOf(page).getByText(`Order 0000000${n}`).waitFor()
      expect(await detailsOf(page).getByRole('button', { name: 'Cancel Order' }).count()).toBe(0)
      await page.keyboard.press('c')
      await page.keyboard.press('t')
      await trackOf(page).waitFor()
      expect(await cancelOf(page).count()).toBe(0)
      await page.keyboard.press('Escape')
      await trackOf(page).waitFor({ state: 'detached' })
    }
  })
})

describe('tracking', () => {
  test('tracking, when t is pressed, then it opens the next parcel without a number, recognizes the carrier, unless another is chosen, and saves both', async () => {
    const contact = { ...itemOf('i0').contact, name: 'Ann' }
    const first = itemOf('i0', { trackingNumber: usps, carrier: 'USPS', contact })
    const page = await openOrder({ items: [first, itemOf('i1')] })
    await page.keyboard.press('t')
    await trackOf(page).waitFor()
    await keyboardOf(page).waitForFocus(trackOf(page).getByLabel('Tracking number'))
    await page.keyboard.press('Escape')
    await trackOf(page).waitFor({ state: 'detached' })
    expect(await detailsOf(page).isVisible()).toBe(true)
    await page.keyboard.press('t')
    await fitsPage(page, trackOf(page))
    await trackOf(page).getByText('The carrier is recognized as you type.').waitFor()
    await page.keyboard.type('jks')
    await trackOf(page).getByText('No known format').waitFor()
    await trackOf(page).getByLabel('Tracking number').fill('')
    await page.keyboard.type(ups)
    await trackOf(page).getByText('Recognized as UPS.').waitFor()
    await page.keyboard.press('Enter')
    await noteOf(page, 'Tracking Saved', 'Raw Potato to Tim Target').waitFor()
    expect(tracked()).toEqual([{ trackingNumber: ups, carrier: 'UPS' }])
    await detailsOf(page).getByText(ups).waitFor()

    await detailsOf(page).getByRole('button', { name: 'Tracking of Raw Potato to Tim Target' }).click()
    await chooseCarrier(page, 'FedEx')
    await trackOf(page).getByText('The number looks like UPS.').waitFor()
    await trackOf(page).getByLabel('Tracking number').fill(usps)
    await trackOf(page).getByText('The number looks like USPS.').waitFor()
    await trackOf(page).getByRole('button', { name: 'Save' }).click()
    await until(() => tracked().length === 2)
    expect(tracked()[1]).toEqual({ trackingNumber: usps, carrier: 'FedEx' })
  })

  test('tracking, when the parcel goes to a PO box, then any other carrier than USPS gets a hint, and is refused', async () => {
    const contact = { ...itemOf('i1').contact, address: 'P.O. Box 12' }
    const page = await openTracking({ contact })
    const message = 'UPS does not deliver to PO boxes. Send this parcel with USPS.'
    api.plans[actionCalls.track] = { status: 400, body: { message } }
    await trackOf(page).getByLabel('Tracking number').fill(ups)
    await trackOf(page).getByText('Only USPS delivers to PO boxes.').waitFor()
    await trackOf(page).getByRole('button', { name: 'Save' }).click()
    await trackOf(page).getByRole('alert').getByText(message).waitFor()
    addActions(api, fake)
    await trackOf(page).getByLabel('Tracking number').fill(usps)
    await trackOf(page).getByText('Recognized as USPS.').waitFor()
    await trackOf(page).getByRole('button', { name: 'Save' }).click()
    await noteOf(page, 'Tracking Saved').waitFor()
    expect(tracked().at(-1)).toEqual({ trackingNumber: usps, carrier: 'USPS' })
  })

  test('tracking, when the code on a label is scanned instead of a number, then it is not saved', async () => {
    const page = await openTracking({ status: 'shipped' })
    await trackOf(page).getByLabel('Tracking number').fill('ghjkmnpqrs')
    await page.keyboard.press('Enter')
    await trackOf(page).getByText('This is the label of a parcel, not a tracking number.').waitFor()
    await trackOf(page).getByLabel('Delivered').check()
    expect(await trackOf(page).getByRole('button', { name: 'Save' }).isDisabled()).toBe(true)
    expect(tracked()).toEqual([])
  })

  test('tracking, when the number is removed and the parcel marked as delivered, then only these change', async () => {
    const page = await openTracking({ trackingNumber: 'LOCAL-1', carrier: 'UPS', status: 'shipped' })
    const save = trackOf(page).getByRole('button', { name: 'Save' })
    expect(await save.isDisabled()).toBe(true)
    await trackOf(page).getByLabel('Delivered').check()
    await save.click()
    await noteOf(page, 'Tracking Saved').waitFor()
    await detailsOf(page).getByRole('row').getByRole('time').waitFor()
    await page.keyboard.press('t')
    await trackOf(page).getByLabel('Tracking number').fill('')
    await save.click()
    await until(() => tracked().length === 2)
    expect(tracked()).toEqual([{ delivered: true }, { trackingNumber: null, carrier: 'UPS' }])
  })

  test('tracking, when a colleague saves its number while the dialog is open, then that number stays', async () => {
    fake.on(api, [orderOf(1, { items: [itemOf('i1', { status: 'shipped' })] })])
    addActions(api, fake)
    const saved = Promise.withResolvers<void>()
    const list = api.plans[calls.list] as (call: FakeCall) => FakeAnswer
    api.plans[calls.list] = async (call) => {
      if (call.query.has('q')) await saved.promise
      return list(call)
    }
    const page = await open()
    await page.getByRole('article').getByText('Raw Potato').waitFor()
    await page.keyboard.press('j')
    await page.keyboard.press('Enter')
    await detailsOf(page).getByRole('button', { name: 'Tracking of Raw Potato to Tim Target' }).click()
    await trackOf(page).waitFor()
    Object.assign(fake.all[0]?.items[0] ?? {}, { trackingNumber: ups, carrier: 'UPS' })
    saved.resolve()
    await detailsOf(page).getByText(ups).waitFor()
    await trackOf(page).getByLabel('Delivered').check()
    await trackOf(page).getByRole('button', { name: 'Save' }).click()
    await noteOf(page, 'Tracking Saved').waitFor()
    expect(tracked()).toEqual([{ delivered: true }])
  })
})
