import type { AdminOrder } from '@prankpost/contracts/order'
import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { violationsOf } from '../../../test/support/axe.ts'
import { keyboardOf } from '../../../test/support/keyboard.ts'
import { disputeOf, idOf, itemOf, orderOf, refundOf } from '../samples.ts'
import { noteOf, until, withAdmin } from './admin.ts'
import type { FakeAnswer } from './fake-api.ts'
import { actionCalls, addActions } from './fake-order-actions.ts'
import { FakeOrders } from './fake-orders.ts'

const { api, open } = withAdmin()
const fake = new FakeOrders()
const sent = () => api.callsOf(actionCalls.refund)
const detailsOf = (page: Page) => page.locator('.order-drawer')
const dialogOf = (page: Page) => page.getByRole('dialog', { name: 'Refund order 00000001' })
const submitOf = (page: Page) => dialogOf(page).getByRole('button', { name: /^Refund/ })
const reasonOf = (page: Page) => dialogOf(page).getByLabel('Reason')

/** The details of an order of $14.97: one potato, and two socks for one target. */
async function openOrder(part: Partial<AdminOrder> = {}, ...others: AdminOrder[]) {
  const socks = itemOf('i2', {
    quantity: 2,
    prank: { name: 'Dirty Sock', description: 'Worn.', tier: 'Deluxe' },
  })
  fake.on(api, [orderOf(1, { totalAmount: '14.97', items: [itemOf('i1'), socks], ...part }), ...others])
  addActions(api, fake)
  const page = await open(`?order=${idOf(1)}`)
  await detailsOf(page).getByText('by payment').waitFor()
  return page
}

async function openDialog(part: Partial<AdminOrder> = {}) {
  const page = await openOrder(part)
  await detailsOf(page).getByRole('button', { name: 'Refund', exact: true }).click()
  await dialogOf(page).waitFor()
  return page
}

test('refund, when a reason is given, then all that is left is refunded; the notification says what Stripe answered', async () => {
  const earlier = refundOf({ id: idOf(799), amount: '4.97' })
  const page = await openDialog({ refunded: '4.97', refunds: [earlier] })
  await dialogOf(page).getByText('Paid $14.97, refunded $4.97, left $10.00').waitFor()
  expect(await submitOf(page).isDisabled()).toBe(true)

  const usual = api.plans[actionCalls.refund]
  for (const [status, title, text] of [
    ['failed', 'Refund Failed', 'The order shows why.'],
    ['pending', 'Refund Requested', 'Stripe has not confirmed it yet.'],
  ]) {
    api.plans[actionCalls.refund] = { status: 201, body: { refundId: idOf(800), amount: '10.00', status } }
    await reasonOf(page).fill('Lost')
    await submitOf(page).click()
    await noteOf(page, String(title), text).waitFor()
    await dialogOf(page).waitFor({ state: 'detached' })
    await detailsOf(page).getByRole('button', { name: 'Refund', exact: true }).click()
  }
  api.plans[actionCalls.refund] = usual ?? 'unavailable'
  api.calls = []
  await reasonOf(page).fill('It never came.')
  await submitOf(page).click()
  await noteOf(page, 'Refund Sent', '$10.00 of order 00000001').waitFor()
  await dialogOf(page).waitFor({ state: 'detached' })
  expect(sent().map(({ id, body }) => [id, body])).toEqual([
    [idOf(1), { reason: 'It never came.', withdraw: false }],
  ])
  await detailsOf(page).getByText('−$14.97 refunded').waitFor()
  await detailsOf(page).getByRole('region', { name: 'Refunds' }).getByText('It never came.').waitFor()
  expect(await detailsOf(page).getByRole('button', { name: 'Refund', exact: true }).count()).toBe(0)
})

test('refund, when all or chosen items are withdrawn, then the dialog says what it means; their parcels are cancelled', async () => {
  const page = await openDialog()
  const withdraw = dialogOf(page).getByLabel('Remove unsent parcels from the queue')
  await dialogOf(page).getByText('2 parcels of this order will still be sent.').waitFor()
  await withdraw.check()
  await dialogOf(page)
    .getByText('2 parcels of this order will not be sent. The order will be cancelled.')
    .waitFor()
  await withdraw.uncheck()
  await dialogOf(page).getByLabel('Chosen items').check()
  expect(await violationsOf(page)).toEqual([])
  await page.setViewportSize({ width: 375, height: 800 })
  expect((await dialogOf(page).boundingBox())?.width).toBeLessThanOrEqual(375)
  await page.setViewportSize({ width: 1440, height: 900 })
  expect(await submitOf(page).isDisabled()).toBe(true)
  await dialogOf(page).getByLabel('2 × Dirty Sock to Tim Target, $9.98').check()
  await dialogOf(page).getByText('1 parcel of these items will still be sent.').waitFor()
  await withdraw.check()
  await dialogOf(page).getByText('1 parcel of these items will not be sent.').waitFor()
  await reasonOf(page).fill('Out of socks')
  await dialogOf(page).getByRole('button', { name: 'Refund $9.98' }).click()
  await noteOf(page, 'Refund Sent', '$9.98').waitFor()
  expect(sent()[0]?.body).toEqual({ itemIds: ['i2'], reason: 'Out of socks', withdraw: true })
  const line = detailsOf(page).getByRole('row', { name: /Dirty Sock/ })
  await line.locator('.status-badge', { hasText: 'Cancelled' }).waitFor()
  expect(await line.getByRole('button', { name: /^Tracking/ }).count()).toBe(0)
})

test('refund, when a parcel was sent or a dispute is open, then the dialog says what can be withdrawn, or will be refused', async () => {
  const items = [
    itemOf('i1', { status: 'shipped' }),
    itemOf('i2', { prank: { ...itemOf('i2').prank, name: 'Sock' } }),
  ]
  const page = await openDialog({
    items,
    totalAmount: '9.98',
    refunds: [refundOf({ amount: '1.00' })],
    refunded: '1.00',
    disputes: [disputeOf()],
  })
  await dialogOf(page).getByText('the bank decides about the money first').waitFor()
  const withdraw = dialogOf(page).getByLabel('Remove unsent parcels from the queue')
  await dialogOf(page).getByText('One of these parcels was sent already.').waitFor()
  expect(await withdraw.isDisabled()).toBe(true)
  await dialogOf(page).getByLabel('Chosen items').check()
  await dialogOf(page).getByText('Choose items first.').waitFor()
  await dialogOf(page)
    .getByLabel(/Raw Potato/)
    .check()
  await dialogOf(page).getByText('None of these parcels is waiting to be sent.').waitFor()
  await dialogOf(page)
    .getByLabel(/Raw Potato/)
    .uncheck()
  await dialogOf(page).getByLabel(/Sock/).check()
  await withdraw.check()
  await dialogOf(page).getByText('1 parcel of these items will not be sent.', { exact: true }).waitFor()
  // The server subtracts what the earlier refund returned for this item.
  await dialogOf(page).getByRole('button', { name: 'Refund up to $4.99' }).waitFor()
})

test('refund, when the amount exceeds what is left, then the 409 is shown; a smaller one is sent once, for two clicks; without an answer, the same request is repeated with its key', async () => {
  const page = await openDialog()
  await dialogOf(page).getByLabel('An amount').check()
  const amount = dialogOf(page).getByLabel('Amount in dollars')
  await reasonOf(page).fill('Goodwill')
  for (const wrong of ['abc', '0', '-1', '1.999']) {
    await amount.fill(wrong)
    expect([wrong, await submitOf(page).isDisabled()]).toEqual([wrong, true])
  }
  await amount.fill('20')
  await dialogOf(page).getByText('Only $14.97 is left to refund.').waitFor()
  await submitOf(page).click()
  await dialogOf(page).getByRole('alert').getByText('Only $14.97 of this order is left to refund.').waitFor()
  await amount.fill('$2.50')
  let answer = () => {}
  const held = new Promise<void>((resolve) => {
    answer = resolve
  })
  const usual = api.plans[actionCalls.refund]
  api.plans[actionCalls.refund] = async (call) => {
    await held
    return typeof usual === 'function' ? usual(call) : 'unavailable'
  }
  await dialogOf(page).getByRole('button', { name: 'Refund $2.50' }).dblclick()
  await until(() => sent().length === 2)
  expect(await dialogOf(page).getByRole('button', { name: 'Close' }).first().isDisabled()).toBe(true)
  await page.keyboard.press('Escape')
  expect(await dialogOf(page).isVisible()).toBe(true)
  answer()
  await noteOf(page, 'Refund Sent', '$2.50 of order 00000001').waitFor()
  expect(sent().map(({ body }) => body.amount)).toEqual(['20.00', '2.50'])

  api.calls = []
  await detailsOf(page).getByRole('button', { name: 'Refund', exact: true }).click()
  await dialogOf(page).getByText('left $12.47').waitFor()
  api.plans[actionCalls.refund] = async (call): Promise<FakeAnswer> => {
    if (typeof usual === 'function') await usual(call)
    return 'unavailable'
  }
  await dialogOf(page).getByLabel('An amount').check()
  await dialogOf(page).getByLabel('Amount in dollars').fill('3')
  await reasonOf(page).fill('Lost')
  await submitOf(page).click()
  await dialogOf(page).getByText('this dialog never refunds twice').waitFor()
  await detailsOf(page).getByText('−$5.50 refunded').waitFor()
  expect(await reasonOf(page).isDisabled()).toBe(true)
  api.plans[actionCalls.refund] = usual ?? 'unavailable'
  await submitOf(page).click()
  await noteOf(page, 'Refund Sent', '$3.00 of order 00000001').waitFor()
  await detailsOf(page).getByRole('button', { name: 'Refund', exact: true }).click()
  await dialogOf(page).getByText('left $9.47').waitFor()
  await reasonOf(page).fill('Again')
  await submitOf(page).click()
  await detailsOf(page).getByText('−$14.97 refunded').waitFor()
  const [first, second, other] = sent().map(({ body, headers }) => ({
    body,
    key: headers['idempotency-key'],
  }))
  expect(second).toEqual(first)
  expect(first?.key).toMatch(/^[0-9a-f-]{36}$/)
  expect(other?.key).not.toBe(first?.key)
})

test('refund, when only the keyboard is used, then r opens it if there is something to refund, Escape closes only the dialog, and Ctrl+Enter confirms', async () => {
  const statusHistory = [
    { status: 'pending' as const, at: '2026-01-02T15:05:00.000Z', actor: 'payment' as const },
  ]
  const page = await openOrder({}, orderOf(2, { status: 'pending', statusHistory }))
  const { goTo, type, use } = keyboardOf(page)
  await page.keyboard.press('r')
  await dialogOf(page).waitFor()
  await page.keyboard.press('Escape')
  await dialogOf(page).waitFor({ state: 'detached' })
  expect(await detailsOf(page).isVisible()).toBe(true)
  await page.keyboard.press('r')
  await goTo(dialogOf(page).getByLabel(/^Everything/))
  // The keys of the order do nothing while its dialog is open.
  await page.keyboard.press('c')
  await page.keyboard.press('ArrowDown')
  await use(dialogOf(page).getByLabel(/Raw Potato/), 'Space')
  await use(dialogOf(page).getByLabel('Remove unsent parcels from the queue'), 'Space')
  await type(reasonOf(page), 'Squashed')
  await page.keyboard.press('Control+Enter')
  await noteOf(page, 'Refund Sent', '$4.99').waitFor()
  expect(sent()[0]?.body).toEqual({ itemIds: ['i1'], reason: 'Squashed', withdraw: true })
  expect(await page.getByRole('dialog').count()).toBe(1)

  // An order that was never paid has nothing to refund.
  await page.keyboard.press('j')
  await detailsOf(page).getByText('Order 00000002').waitFor()
  await page.keyboard.press('r')
  expect(await page.getByRole('button', { name: 'Refund', exact: true }).count()).toBe(0)
  expect(await page.getByRole('dialog').count()).toBe(1)
})

test('refund, when Back closes its dialog before the server answers, then a failure is still said, and what to check first', async () => {
  fake.on(api, [orderOf(1)])
  addActions(api, fake)
  const page = await open()
  for (const [answer, text] of [
    [{ status: 409, body: { message: 'The bank decides about the money first.' } }, 'The bank decides'],
    ['unavailable', 'Check whether it was done before you do it again.'],
  ] as const) {
    const left = Promise.withResolvers<void>()
    api.plans[actionCalls.refund] = async () => {
      await left.promise
      return answer
    }
    await page.getByRole('button', { name: 'Details' }).click()
    await detailsOf(page).getByRole('button', { name: 'Refund', exact: true }).click()
    await reasonOf(page).fill('Lost')
    await submitOf(page).click()
    await page.goBack()
    await dialogOf(page).waitFor({ state: 'detached' })
    left.resolve()
    await noteOf(page, 'Error', text).waitFor()
  }
})
