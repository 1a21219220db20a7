import { isDeepStrictEqual } from 'node:util'
import { type ParcelState, parcelList } from '@prankpost/contracts'
import { until } from '@prankpost/test-harness'
import { expect, test } from 'vitest'
import { callAs } from '../support/access/callers.ts'
import { logIn, noteOf } from '../support/operator-page.ts'
import { withRealStore } from '../support/real-store.ts'
import { sandboxOf } from '../support/sandbox.ts'
import { Shopper } from '../support/shopper.ts'

const { open, stack } = withRealStore()

test('when a recipient reports with the code of the slip, then what is unsent is held and an operator reads the sender with a reason; once the recipient stops all parcels, it is refunded, and no later order reaches the address', async () => {
  const sender = await new Shopper(stack()).signUp()
  const there = { contactName: `Gerald Slip${process.pid}`, contactAddress: `${process.pid} Report Road` }
  const order = async () => {
    const { cartItems, ...cart } = await sender.cart()
    const placed = await sender.checkOut({
      ...cart,
      cartItems: cartItems.map((item) => ({ ...item, ...there })),
    })
    await sandboxOf(stack()).pay(placed.sessionId)
    return placed.orderId
  }
  const [first, second] = [await order(), await order()]
  await sender.historyOf(2)
  const ids = { body: { ids: [`${first}-1`] } }
  await until(
    async () => (await callAs(stack(), stack(), 'POST /api/admin/parcels/labels', ids)).status === 200,
  )
  const query = new URLSearchParams({ q: there.contactName })
  const parcels = async () => {
    const { text } = await callAs(stack(), stack(), `GET /api/admin/parcels?${query}`, {})
    return parcelList.parse(JSON.parse(text)).items
  }
  const areAll = async (wanted: ParcelState) =>
    isDeepStrictEqual(
      (await parcels()).map(({ state }) => state),
      [wanted, wanted],
    )
  const code = (await parcels()).find(({ reference }) => reference)?.reference ?? ''

  const page = await open('/support', undefined, { viewport: { width: 375, height: 700 } })
  const heard: string[] = []
  page.on('response', async (answer) => {
    if (answer.url().includes('/api/slips'))
      heard.push(`${await answer.text().catch(() => '')} ${JSON.stringify(answer.headers())}`)
  })
  await page.goto(`/r/${code}`)
  await page.getByText('No major allergens. Do not eat it raw.').waitFor()
  const message = `It does not stop at ${there.contactAddress}.`
  await page.getByLabel('What happened (optional)').fill(message)
  await page.getByRole('button', { name: 'Send Report' }).click()
  await page.getByRole('status').filter({ hasText: 'Thank you.' }).waitFor()
  await until(() => areAll('held'))
  const { cartItems, ...cart } = await sender.cart()
  const more = { ...cart, cartItems: cartItems.map((item) => ({ ...item, ...there })) }
  const later = await sender.answerTo('POST', '/api/validate-order', more)
  expect(later.body.message).toBe(`We cannot deliver to ${there.contactName}. Please choose another target.`)

  const admin = await open('/admin?tab=cases')
  await logIn(admin, stack().adminPassword)
  const reported = admin.getByRole('article').filter({ hasText: message })
  await reported.getByRole('button', { name: 'Show Sender' }).click()
  const dialog = admin.getByRole('dialog')
  await dialog.getByLabel('Reason').fill('The police asked.')
  await dialog.getByRole('button', { name: 'Show Sender' }).click()
  await dialog.getByText(sender.email).waitFor()
  await dialog.getByRole('button', { name: 'Close' }).last().click()
  await reported.getByRole('button', { name: 'Close Case' }).click()
  await admin
    .getByRole('dialog')
    .getByRole('radio', { name: /^Dismiss/ })
    .check()
  await admin.getByRole('dialog').getByLabel('Note').fill('They made up.')
  await admin.getByRole('dialog').getByRole('button', { name: 'Close Case' }).click()
  await noteOf(admin, 'Case Closed', '').waitFor()

  await page.getByRole('button', { name: 'Stop All Parcels' }).click()
  await page.getByRole('button', { name: 'Yes, Stop All' }).click()
  await page.getByRole('status').filter({ hasText: 'do-not-prank list now' }).waitFor()
  await until(() => areAll('withdrawn'))
  for (const id of [first, second]) {
    const refunded = async () => (await sender.call('GET', `/api/orders/${id}`)).body
    await until(async () => {
      const { status, refunded: back, total } = await refunded()
      return status === 'cancelled' && back === total
    })
  }
  await expectRefused(sender, there.contactName, more)
  expect(heard.length).toBeGreaterThan(2)
  for (const word of [sender.email, first, second, there.contactAddress])
    expect(heard.join()).not.toContain(word)
})

type Cart = Awaited<ReturnType<Shopper['cart']>>

/** A later order does not reach the address, also with other text next to the street. */
async function expectRefused(sender: Shopper, contactName: string, cart: Cart): Promise<void> {
  for (const contactAddress2 of [undefined, 'Apt 1', 'c/o Bob']) {
    const cartItems = cart.cartItems.map((item) => ({ ...item, contactAddress2 }))
    const { status, body } = await sender.answerTo('POST', '/api/validate-order', { ...cart, cartItems })
    expect([status, body.message]).toEqual([
      400,
      `We cannot deliver to ${contactName}. Please choose another target.`,
    ])
  }
}
