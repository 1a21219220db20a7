import type { AdminOrder } from '@prankpost/contracts/order'
import type { Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import { violationsOf } from '../../../test/support/axe.ts'
import { idOf, itemOf, orderOf } from '../samples.ts'
import { noteOf, until, untilFits, withAdmin } from './admin.ts'
import { calls, FakeOrders } from './fake-orders.ts'

const { api, open } = withAdmin()
const fake = new FakeOrders()
const cardOf = (page: Page, n: number) => page.locator(`#order-${idOf(n)}`)
const tick = (page: Page, n: number) => cardOf(page, n).getByRole('checkbox').click()
const selectionOf = (page: Page) => page.getByRole('toolbar', { name: 'Selection' })
const setStatus = async (page: Page, label: string) => {
  await selectionOf(page).getByRole('combobox').click({ force: true })
  await page
    .locator('.ant-select-dropdown:visible .ant-select-item-option')
    .filter({ hasText: label })
    .click()
}
const never: Partial<AdminOrder> = { status: 'pending', statusHistory: [] }

describe('the selection', () => {
  test('when orders are selected, then they are counted, across pages, until another filter or Clear', async () => {
    const newest = { items: [60, 59, 58, 57, 56].map((n) => orderOf(n)), nextCursor: 'older' }
    const older = { items: [orderOf(2), orderOf(1)], nextCursor: null }
    api.plans[calls.list] = ({ query }) =>
      query.has('q')
        ? { body: { items: [orderOf(20)], total: 1, nextCursor: null } }
        : { body: { ...(query.has('cursor') ? older : newest), total: 52 } }
    const page = await open()
    await tick(page, 60)
    await cardOf(page, 57)
      .getByRole('checkbox')
      .click({ modifiers: ['Shift'] })
    await selectionOf(page).getByText('4 selected').waitFor()
    for (const width of [1024, 1440]) {
      await page.setViewportSize({ width, height: 900 })
      await untilFits(page, width)
    }
    await page.getByLabel('Select page').click()
    await selectionOf(page).getByText('5 selected').waitFor()
    await page.getByRole('button', { name: 'Older' }).click()
    await selectionOf(page).getByText('5 selected, 5 on other pages').waitFor()
    await tick(page, 1)
    await selectionOf(page).getByText('6 selected, 5 on other pages').waitFor()
    await selectionOf(page).getByRole('button', { name: 'Clear' }).click()
    await tick(page, 2)
    await page.getByLabel('Search orders').fill('Customer 2')
    await cardOf(page, 20).waitFor()
    expect(await selectionOf(page).getByText('selected').count()).toBe(0)
  })

  test('when the next page is still being read, then no key acts on the orders of the one before', async () => {
    const answered = Promise.withResolvers<void>()
    fake.on(api, [orderOf(1)])
    api.plans[calls.list] = async ({ query }) => {
      if (query.has('cursor')) await answered.promise
      const [n, nextCursor] = query.has('cursor') ? [1, null] : [2, 'older']
      return { body: { items: [orderOf(n)], total: 51, nextCursor } }
    }
    const page = await open()
    await cardOf(page, 2).waitFor()
    await page.keyboard.press('j')
    await page.getByRole('button', { name: 'Older' }).click()
    await page.locator('[aria-busy="true"]').getByText('Customer 2').first().waitFor()
    for (const key of ['p', 'j', 'p', 'x']) await page.keyboard.press(key)
    answered.resolve()
    await cardOf(page, 1).waitFor()
    expect(api.callsOf(calls.print)).toEqual([])
    expect(await selectionOf(page).getByText('selected').count()).toBe(0)
  })

  test('when a status is set on it, then each row shows its result, and what failed, one or all, can be tried again', async () => {
    fake.on(api, [orderOf(3), orderOf(2, { status: 'shipped' }), orderOf(1)])
    fake.refused = { [idOf(1)]: 'This order could not be changed.' }
    const { [calls.setMany]: setMany } = api.plans
    api.plans[calls.setMany] = 'unavailable'
    const page = await open()
    await page.getByLabel('Select page').click()
    expect(await violationsOf(page)).toEqual([])
    await setStatus(page, 'Processing')
    const dialog = page.getByRole('dialog')
    await dialog.getByRole('button', { name: 'Set to Processing' }).click()
    await noteOf(page, 'Update Failed', 'Network connection failed.').waitFor()
    await dialog.getByText('Network connection failed.').waitFor()
    await dialog.getByRole('button', { name: 'Cancel' }).click()
    await selectionOf(page).getByText('3 selected').waitFor()

    if (setMany) api.plans[calls.setMany] = setMany
    api.calls = []
    await setStatus(page, 'Shipped')
    await dialog.getByText('Set 3 orders to Shipped?').waitFor()
    expect(api.callsOf(calls.setMany)).toEqual([])
    await page.keyboard.press('Enter')
    await dialog.getByText('Shipped: 1 failed, 1 changed, 1 unchanged').waitFor()
    expect(await dialog.locator('tr').allTextContents()).toEqual([
      '00000001Casey Customer 1Failed This order could not be changed.',
      '00000003Casey Customer 3Changed ',
      '00000002Casey Customer 2Unchanged ',
    ])
    await noteOf(page, 'Update Failed', '1 order could not be changed.').waitFor()
    expect(await violationsOf(page)).toEqual([])
    fake.refused = {}
    await dialog.getByRole('button', { name: 'Retry Failed' }).click()
    await dialog.getByText('Shipped: 2 changed, 1 unchanged').waitFor()
    await noteOf(page, 'Status Updated', '1 order: Shipped.').waitFor()
    expect(api.callsOf(calls.setMany).map(({ body }) => body)).toEqual([
      {
        orderIds: [idOf(3), idOf(2), idOf(1)],
        status: 'shipped',
        seen: { [idOf(3)]: 'paid', [idOf(2)]: 'shipped', [idOf(1)]: 'paid' },
      },
      { orderIds: [idOf(1)], status: 'shipped', seen: { [idOf(1)]: 'paid' } },
    ])
    await dialog.getByRole('button', { name: 'Done' }).click()
    await dialog.waitFor({ state: 'hidden' })
    expect(await selectionOf(page).getByText('selected').count()).toBe(0)
    await cardOf(page, 1).locator('.status-badge', { hasText: 'Shipped' }).waitFor()
  })
})

describe('printing', () => {
  test('when some have no parcel yet, then they are left out and named; when none has, nothing is requested', async () => {
    const unshipped = orderOf(3, { subscriptionType: 'subscription', items: [] })
    fake.on(api, [unshipped, orderOf(2), orderOf(1, never)])
    const page = await open()
    await page.getByLabel('Select page').click()
    await Promise.all([
      page.waitForEvent('popup'),
      selectionOf(page).getByRole('button', { name: '4x6 labels' }).click(),
    ])
    await page.bringToFront()
    const words = 'Not paid yet: 00000001. No parcel of the plan shipped yet: 00000003.'
    await noteOf(page, 'Some Orders Were Left Out', words).waitFor()
    expect(api.callsOf(calls.print)[0]?.body.parcelIds).toEqual([`${idOf(2)}-i1`])
    await cardOf(page, 1).getByRole('button', { name: 'Slip' }).click()
    await noteOf(page, 'Nothing to Print', 'Not paid yet: 00000001.').waitFor()
    expect(api.callsOf(calls.print)).toHaveLength(1)
  })

  test('when the server refuses, then its message is shown; when the browser blocks a new tab, the document is saved', async () => {
    fake.on(api, [orderOf(1)])
    const { [calls.print]: print } = api.plans
    const message = 'One of these parcels is not known: its order is not paid yet.'
    api.plans[calls.print] = { status: 404, body: { message } }
    const page = await open()
    await cardOf(page, 1).getByRole('button', { name: 'Label' }).click()
    await noteOf(page, 'Printing Failed', message).waitFor()
    if (print) api.plans[calls.print] = print
    await page.bringToFront()
    await page.evaluate(() => {
      globalThis.open = () => null
    })
    const [file] = await Promise.all([
      page.waitForEvent('download'),
      cardOf(page, 1).getByRole('button', { name: 'Slip' }).click(),
    ])
    expect(file.suggestedFilename()).toBe('slips.pdf')
    await noteOf(page, 'Document Saved', 'slips.pdf').waitFor()
  })
})

test('when only the keyboard is used, then orders are moved through, selected, printed in one file, cleared and given a status', async () => {
  /** Waits until the nth order has the keyboard focus. */
  const seeOn = (n: number) => cardOf(page, n).and(page.locator(':focus')).waitFor()
  const planMonth = orderOf(2, { subscriptionType: 'monthly', items: [itemOf('parcel-77')] })
  fake.on(api, [orderOf(3, { items: [itemOf('i1'), itemOf('i2')] }), planMonth, orderOf(1)])
  const page = await open()
  await cardOf(page, 3).waitFor()
  for (const key of ['j', 'j', 'j', 'x', 'k', 'k', 'x', 'j', 'x']) await page.keyboard.press(key)
  await seeOn(2)
  await selectionOf(page).getByText('3 selected').waitFor()
  await Promise.all([page.waitForEvent('popup'), page.keyboard.press('l')])
  await page.bringToFront()
  await page.keyboard.press('Escape')
  await selectionOf(page).getByText('selected').waitFor({ state: 'detached' })
  await Promise.all([page.waitForEvent('popup'), page.keyboard.press('p')])
  await page.bringToFront()
  const parcelIds = [`${idOf(3)}-i1`, `${idOf(3)}-i2`, 'parcel-77', `${idOf(1)}-i1`]
  expect(api.callsOf(calls.print).map(({ body }) => body)).toEqual([
    { kind: 'labels', parcelIds },
    { kind: 'slips', parcelIds: ['parcel-77'] },
  ])
  for (const id of parcelIds) await page.getByText(`Ref Paper of ${id}`).waitFor()

  // s moves the focus to the dropdown; the order gets it back after a choice and on Escape.
  await page.keyboard.press('s')
  await page.keyboard.press('Enter')
  await page.locator('.ant-select-dropdown:visible').waitFor()
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Enter')
  await until(() => api.callsOf(calls.setOne).length === 1)
  expect(api.callsOf(calls.setOne)[0]?.body).toEqual({ status: 'processing', seen: 'paid' })
  await seeOn(2)
  await page.locator('.ant-select-dropdown').waitFor({ state: 'hidden' })
  await page.keyboard.press('s')
  await page.keyboard.press('Escape')
  await seeOn(2)
  await page.keyboard.press('j')
  await seeOn(1)
  await page.keyboard.press('?')
  const words = ['Status of the order', 'Packing slips of the selection, else of the order', 'Open order']
  for (const does of [...words, 'Select order', 'Next order']) {
    await page.getByRole('dialog').getByText(does, { exact: true }).waitFor()
  }
})
