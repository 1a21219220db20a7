import type { AdminOrder } from '@prankpost/contracts'
import type { Page } from 'playwright-core'
import { beforeAll, describe, expect, test } from 'vitest'
import { keyboardOf } from '../support/keyboard.ts'
import { adminLists, eventually, logIn, noteOf } from '../support/operator-page.ts'
import { withRealStore } from '../support/real-store.ts'
import { sandboxOf } from '../support/sandbox.ts'
import { Shopper } from '../support/shopper.ts'

const { open, stack } = withRealStore({ ownStack: true, isOneStory: true })
const ups = '1Z999AA10123456784'
let admin: Page
let shopper: Shopper
let lists: ReturnType<typeof adminLists>
/** The orders by what happens to them. */
const ids = { sent: '', cancelled: '', disputed: '' }

/** Buys potatoes; returns the order's id, once it is paid. */
async function buy(quantity: number) {
  const { orderId, sessionId } = await shopper.checkOut(quantity)
  await sandboxOf(stack()).pay(sessionId)
  await eventually(async () => (await orderOf(orderId)).status === 'paid')
  return orderId
}
async function orderOf(id: string): Promise<AdminOrder> {
  const order = (await lists.orders()).find((one) => one.id === id)
  if (order === undefined) throw new Error(`no order ${id}`)
  return order
}
/** What the sandbox has sent back for an order, in cents. */
async function returnedFor(id: string) {
  const { stripePaymentIntentId } = await orderOf(id)
  const { refunds } = await sandboxOf(stack()).state()
  const made = refunds.filter(({ payment_intent }) => payment_intent === stripePaymentIntentId)
  return made.map(({ amount, status }) => [amount, status])
}
/** Opens the details of an order, fresh. */
async function openOrder(id: string) {
  await admin.goto(`/admin?order=${id}`)
  const drawer = admin.locator('.order-drawer')
  await drawer.getByText('by payment').waitFor()
  return drawer
}
/** Sets the open order, which is paid, to shipped: two further in the list of statuses. */
async function setToShipped() {
  const { press } = keyboardOf(admin)
  for (const key of ['s', 'ArrowDown']) await press(key)
  await admin.locator('.ant-select-dropdown:visible').waitFor()
  for (const key of ['ArrowDown', 'ArrowDown', 'Enter']) await press(key)
  await noteOf(admin, 'Status Updated', 'Shipped').waitFor()
}

beforeAll(async () => {
  lists = adminLists(stack())
  shopper = await new Shopper(stack()).signUp()
  for (const id of Object.keys(ids) as (keyof typeof ids)[]) ids[id] = await buy(2)
  admin = await open('/admin')
  await logIn(admin, stack().adminPassword)
  await noteOf(admin, 'Login Successful').waitFor()
}, 120_000)

describe('the operator and paid orders', () => {
  test('when a part is refunded, then the provider returns it once, and order and customer show it', async () => {
    const drawer = await openOrder(ids.sent)
    await drawer.getByRole('button', { name: 'Refund', exact: true }).click()
    const dialog = admin.getByRole('dialog', { name: /^Refund order/ })
    await dialog.getByText('Paid $9.98, refunded $0.00, left $9.98').waitFor()
    await dialog.getByLabel('An amount').check()
    await dialog.getByLabel('Amount in dollars').fill('1.50')
    await dialog.getByLabel('Reason').fill('One potato was small')
    await dialog.getByRole('button', { name: 'Refund $1.50' }).dblclick()
    await noteOf(admin, 'Refund Sent', '$1.50 of order').waitFor()
    await dialog.waitFor({ state: 'detached' })
    await drawer.getByText('\u2212$1.50 refunded').waitFor()
    const refunds = drawer.getByRole('region', { name: 'Refunds' })
    await refunds.getByText('One potato was small').waitFor()
    await refunds.locator('.status-badge', { hasText: 'Succeeded' }).waitFor()
    expect(await returnedFor(ids.sent)).toEqual([[150, 'succeeded']])
    expect((await shopper.call('GET', `/api/orders/${ids.sent}`)).body).toMatchObject({
      total: '9.98',
      refunded: '1.50',
    })
  }, 120_000)

  test('when a parcel gets a number and arrives, then its carrier is linked, and the order is delivered', async () => {
    const drawer = await openOrder(ids.sent)
    const track = drawer.getByRole('button', { name: 'Tracking of Raw Potato to Gerald Snail' })
    const dialog = admin.getByRole('dialog', { name: /^Tracking/ })
    await track.click()
    await dialog.getByText('It was not sent yet: set the order to Shipped first.').waitFor()
    expect(await dialog.getByLabel('Delivered').isDisabled()).toBe(true)
    await admin.keyboard.press('Escape')
    await dialog.waitFor({ state: 'detached' })
    await setToShipped()
    await track.click()
    await dialog.getByLabel('Tracking number').fill(ups)
    await dialog.getByText('Recognized as UPS.').waitFor()
    await dialog.getByRole('button', { name: 'Save' }).click()
    await noteOf(admin, 'Tracking Saved').waitFor()
    await dialog.waitFor({ state: 'detached' })
    const link = drawer.getByRole('link', { name: ups })
    expect(await link.getAttribute('href')).toMatch(/^https:\/\/www\.ups\.com\//)
    expect(await drawer.getByRole('row', { name: ups }).textContent()).toContain('UPS')

    await track.click()
    await dialog.getByLabel('Delivered').check()
    await dialog.getByRole('button', { name: 'Save' }).click()
    await drawer.locator('.card-head .status-badge', { hasText: 'Delivered' }).first().waitFor()
    expect(await drawer.getByRole('button', { name: 'Cancel Order' }).count()).toBe(0)
    const { body } = await shopper.call('GET', `/api/orders/${ids.sent}`)
    expect(body).toMatchObject({
      status: 'delivered',
      items: [{ status: 'delivered', carrier: 'UPS', trackingNumber: ups }],
    })
    expect(body.items[0].trackingUrl).toBe(await link.getAttribute('href'))
  }, 120_000)

  test('when an order is cancelled, then all of it is refunded, and nothing of it is due', async () => {
    const drawer = await openOrder(ids.cancelled)
    await drawer.getByRole('button', { name: 'Cancel Order' }).click()
    const dialog = admin.getByRole('dialog', { name: /^Cancel order/ })
    await dialog.getByText('1 parcel will not be sent').waitFor()
    await dialog.getByLabel('Reason').fill('The customer called')
    await dialog.getByRole('button', { name: 'Cancel Order' }).dblclick()
    await noteOf(admin, 'Order Cancelled', 'Refund: $9.98.').waitFor()
    await drawer.getByRole('region', { name: 'Cancellation' }).getByText('The customer called').waitFor()
    await drawer.locator('.card-head .status-badge', { hasText: 'Cancelled' }).first().waitFor()
    await drawer.getByText('\u2212$9.98 refunded').waitFor()
    expect(await returnedFor(ids.cancelled)).toEqual([[998, 'succeeded']])
    expect(await drawer.getByRole('button', { name: 'Refund', exact: true }).count()).toBe(0)
  }, 120_000)

  test('when the bank opens a dispute, then the order is held and needs attention until it is won', async () => {
    const { stripePaymentIntentId, orderNumber } = await orderOf(ids.disputed)
    const sandbox = sandboxOf(stack())
    const { body } = await sandbox.dispute(String(stripePaymentIntentId), 'product_not_received')
    await eventually(async () => (await orderOf(ids.disputed)).disputes.length === 1)
    await admin.goto('/admin')
    const box = admin.getByRole('figure', { name: 'Needs attention' })
    await box.getByText('1 task', { exact: true }).waitFor()
    await box.getByText('product not received').waitFor()
    const card = admin.locator(`#order-${ids.disputed}`)
    await card.getByText('Held', { exact: true }).first().waitFor()
    await box.getByRole('link', { name: `Order ${orderNumber}` }).click()
    const drawer = admin.locator('.order-drawer')
    await drawer.getByRole('region', { name: 'Disputes' }).getByText('Unsent parcels are held.').waitFor()

    await sandbox.closeDispute(body.id, true)
    await eventually(async () => (await orderOf(ids.disputed)).disputes[0]?.status === 'won')
    await admin.goto('/admin')
    await box.getByText('Nothing needs attention.').waitFor()
    await card.waitFor()
    expect(await card.getByText('Held', { exact: true }).count()).toBe(0)
  }, 120_000)
})
