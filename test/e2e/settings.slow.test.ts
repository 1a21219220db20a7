import type { QueuedParcel } from '@prankpost/contracts'
import { readPdf } from '@prankpost/test-harness/read-pdf'
import type { Page } from 'playwright-core'
import { beforeAll, expect, test } from 'vitest'
import { payOnHostedPage, sendPotatoToNewTarget } from '../support/customer.ts'
import { eventually, logIn, noteOf, openAs } from '../support/operator-page.ts'
import { hire } from '../support/operators.ts'
import { withRealStore } from '../support/real-store.ts'
import { sandboxOf } from '../support/sandbox.ts'
import { Shopper } from '../support/shopper.ts'

/*
 * What two operators set on the tab Settings, and what a customer sees of it. The rules of each are in the tests of catalog,
 * order and fulfilment, and what the pages do with refusals is in their page tests.
 */
const { expectRefusals, open, stack } = withRealStore({ ownStack: true, isOneStory: true })
let shopper: Shopper
let customer: Page
let owner: Page
/** A second operator, whose page was opened before anything was changed. */
let manager: Page
/** An order that was paid before, and one whose payment page is open. */
let older: { orderId: string; sessionId: string }
let atStripe: { url: string }

const form = (page: Page, name: string) => page.getByRole('form', { name })
const banner = (page: Page) => page.getByRole('status').filter({ hasText: 'The shop is closed until' })
/** The customer returns to the tab: the page reads again whether the shop is closed. */
const comeBack = (page: Page) => page.evaluate(() => globalThis.dispatchEvent(new Event('visibilitychange')))

/** A browser in which the customer is signed in. */
const openAsCustomer = async (address: string) => openAs(await open('/support'), shopper.cookie, address)

beforeAll(async () => {
  shopper = await new Shopper(stack()).signUp()
  older = await shopper.checkOut()
  await sandboxOf(stack()).pay(older.sessionId)
  await shopper.historyOf(1)
  atStripe = await shopper.checkOut()

  customer = await openAsCustomer('/')
  await sendPotatoToNewTarget(customer)
  await customer.goto('/cart')
  await customer.getByRole('button', { name: 'Pay Now' }).waitFor()

  const hired = await hire(stack(), 'manager')
  manager = await openAs(await open('/support'), hired.cookie, '/admin?tab=settings', hired.email)
  await form(manager, 'Labels').waitFor()
})

test('when the owner closes the shop until a date, then an open page learns of it, and an open payment session can still be paid', async () => {
  owner = await open('/admin?tab=settings')
  await logIn(owner, stack().adminPassword)
  const shop = form(owner, 'Shop')
  const inThreeDays = new Date(Date.now() + 3 * 86_400_000)
  await shop.getByLabel('Closed until').fill(inThreeDays.toISOString().slice(0, 'yyyy-mm-ddThh:mm'.length))
  await shop.getByLabel('Reason').fill('We move into a bigger cellar.')
  await shop.getByRole('button', { name: 'Close Shop' }).click()
  await owner.getByRole('dialog').getByRole('button', { name: 'Close Shop' }).click()
  await shop.getByText('Closed', { exact: true }).waitFor()

  await eventually(async () => {
    await comeBack(customer)
    return banner(customer).isVisible()
  })
  await banner(customer).getByText('We move into a bigger cellar.').waitFor()
  expect(await customer.getByRole('button', { name: /^Closed until/ }).isDisabled()).toBe(true)
  expect(await customer.getByRole('button', { name: 'Pay Now' }).count()).toBe(0)

  // A browser of its own: the payment empties the Arsenal of the browser that returns from it.
  const paying = await openAsCustomer(atStripe.url)
  await payOnHostedPage(paying, '$4.99')
  await paying.getByRole('heading', { name: /Payment Successful/ }).waitFor()
  await banner(paying).waitFor()
  expect((await shopper.historyOf(2)).map(({ status }) => status)).toEqual(['paid', 'paid'])
})

test('when the owner changes the return address, then a new label shows it, and the form of a second operator is stale', async () => {
  expectRefusals('409 /api/admin/settings')
  const labels = form(owner, 'Labels')
  await labels.getByLabel('Return address').fill('PO Box 4242\nSalem, OR 97301')
  await labels.getByRole('button', { name: 'Save Labels' }).click()
  await noteOf(owner, 'Settings Saved', 'Labels that are printed').waitFor()
  const headers = { 'x-admin-password': stack().adminPassword, 'content-type': 'application/json' }
  const [parcel] = await eventually(async () => {
    const queue = await fetch(`${stack().baseUrl}/api/admin/parcels?status=to_pack`, { headers })
    const { items } = (await queue.json()) as { items: QueuedParcel[] }
    return items.length > 0 ? items : null
  })
  const ids = [parcel?.id]
  await eventually(async () => {
    const printing = { method: 'POST', headers, body: JSON.stringify({ ids }) }
    const answer = await fetch(`${stack().baseUrl}/api/admin/parcels/labels`, printing)
    expect(answer.status).toBe(200)
    const { pages } = await readPdf(await answer.arrayBuffer())
    const lines = pages.flatMap((page) => page.lines).join('\n')
    return lines.includes('PO Box 4242') && lines.includes('Salem, OR 97301')
  })

  const stale = form(manager, 'Labels')
  await stale.getByLabel('Sender', { exact: true }).fill('Box Company')
  await stale.getByRole('button', { name: 'Save Labels' }).click()
  const alert = stale.getByRole('alert')
  await alert.getByText(/another operator/).waitFor()
  await alert.getByRole('button', { name: 'Reload' }).click()
  await eventually(async () =>
    (await stale.getByLabel('Return address').inputValue()).startsWith('PO Box 4242'),
  )
})

test('when the manager publishes other terms, then the store shows them, and an older order the ones of its time', async () => {
  await manager.getByRole('button', { name: 'Edit Terms of Service' }).click()
  const drawer = manager.getByRole('dialog', { name: 'Terms of Service' })
  const source = drawer.getByLabel('Markdown')
  await source.fill(`${await source.inputValue()}\n\n## Snails\n\nNo snails by post.`)
  await drawer.getByRole('button', { name: 'Publish', exact: true }).click()
  await manager
    .getByRole('dialog', { name: 'Publish this text?' })
    .getByRole('button', { name: 'Publish' })
    .click()
  await noteOf(manager, 'Text Published', 'Terms of Service').waitFor()

  const reader = await openAsCustomer('/terms-of-service')
  const snails = reader.getByRole('heading', { name: 'Snails' })
  await eventually(async () => {
    await reader.reload()
    await reader.getByText(/^Last updated/).waitFor()
    return snails.isVisible()
  })
  await reader.goto(`/order?id=${older.orderId}`)
  await reader.getByRole('link', { name: /^terms of/ }).click()
  await reader.getByText('This version may have been replaced.').waitFor()
  expect(await snails.count()).toBe(0)
  await reader.getByRole('link', { name: 'Read the current one' }).click()
  await snails.waitFor()
})

test('when the owner opens the shop again, then the open page learns of it, and the customer pays what is in the Arsenal', async () => {
  await owner.reload()
  await form(owner, 'Shop').getByRole('button', { name: 'Open Shop Now' }).click()
  await form(owner, 'Shop').getByText('Open', { exact: true }).waitFor()
  const pay = customer.getByRole('button', { name: 'Pay Now' })
  await eventually(async () => {
    await comeBack(customer)
    return pay.isVisible()
  })
  expect(await banner(customer).count()).toBe(0)
  await pay.click()
  await customer.getByRole('button', { name: 'Pay $4.99 Securely' }).click()
  await payOnHostedPage(customer, '$4.99')
  await shopper.historyOf(3)
})
