import type { OperatorRole, ParcelState, QueuedParcel } from '@prankpost/contracts'
import { until } from '@prankpost/test-harness'
import { readPdf } from '@prankpost/test-harness/read-pdf'
import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { callAs } from '../support/access/callers.ts'
import { mailsTo } from '../support/mails.ts'
import { openAs } from '../support/operator-page.ts'
import { hire } from '../support/operators.ts'
import { withRealStore } from '../support/real-store.ts'
import { sandboxOf } from '../support/sandbox.ts'
import { Shopper } from '../support/shopper.ts'

const { open, stack, expectRefusals } = withRealStore()
let count = 0

/** Pays an order with this many parcels, each to another recipient with the same unique word in the name. */
async function payFor(shopper: Shopper, parcels: number, word: string) {
  const cart = await shopper.cart()
  const [item] = cart.cartItems
  const cartItems = Array.from({ length: parcels }, (_, index) => ({
    ...item,
    contactName: `${word} no ${++count}`,
    contactAddress: `${index + 1} Garden Path`,
  })) as typeof cart.cartItems
  const total = ((Math.round(Number(cart.total) * 100) * parcels) / 100).toFixed(2)
  const { sessionId, orderId } = await shopper.checkOut({ ...cart, cartItems, total })
  await sandboxOf(stack()).pay(sessionId)
  return orderId
}
const read = async (path: string) => {
  const answer = await fetch(`${stack().baseUrl}${path}`, {
    headers: { 'x-admin-password': stack().adminPassword },
  })
  expect(answer.status).toBe(200)
  return (await answer.json()) as { items: QueuedParcel[]; total: number }
}
const queueOf = (word: string, status: ParcelState, limit = 200) =>
  read(`/api/admin/parcels?${new URLSearchParams({ q: word, status, limit: String(limit) })}`)
async function waitForParcels(word: string, status: ParcelState, total: number) {
  await until(async () => (await queueOf(word, status, 1)).total === total)
  return queueOf(word, status)
}
/** The admin for an operator of this role. */
async function openAdmin(role: OperatorRole, address: string): Promise<Page> {
  const { cookie, email } = await hire(stack(), role)
  return openAs(await open('/admin'), cookie, address, email)
}
const tabOf = (word: string) => `/admin?${new URLSearchParams({ tab: 'parcels', q: word })}`

test('when a packer prints, packs and scans twenty parcels by keyboard, then all are shipped in minutes, and no payer was shown', async () => {
  const word = `Twenty${process.pid}`
  const shopper = await new Shopper(stack()).signUp()
  await payFor(shopper, 10, word)
  await payFor(shopper, 10, word)
  await waitForParcels(word, 'to_pack', 20)

  const startedAt = Date.now()
  const page = await openAdmin('packer', tabOf(word))
  const texts: string[] = []
  page.on('response', async (response) => {
    if (response.url().includes('/api/admin/')) texts.push(await response.text().catch(() => ''))
  })
  const { promise: pdf, resolve: keep } = Promise.withResolvers<ArrayBuffer>()
  await page.route('**/api/admin/parcels/labels', async (route) => {
    const response = await route.fetch()
    keep(new Uint8Array(await response.body()).buffer)
    await route.fulfill({ response })
  })
  await page.getByRole('row').nth(20).waitFor()
  await page.keyboard.press('a')
  await page.getByText('20 selected').waitFor()
  const printed = page.waitForResponse((response) => response.url().endsWith('/api/admin/parcels/labels'))
  const paperTab = page.waitForEvent('popup')
  await page.keyboard.press('l')
  expect((await printed).status()).toBe(200)
  const paper = await readPdf(await pdf)
  // A label and a slip of each.
  expect(paper.pages).toHaveLength(40)
  texts.push(paper.about, ...paper.pages.flatMap(({ lines }) => lines))
  const { items } = await waitForParcels(word, 'label_printed', 20)

  // The tab of the labels comes to the front, where this page no longer paints.
  await paperTab
  await page.bringToFront()
  await page.keyboard.press('c')
  const field = page.getByLabel('Code on the label')
  await field.waitFor()
  let answered = 0
  page.on('response', (response) => {
    if (response.url().endsWith('/api/admin/parcels/scan')) answered++
  })
  for (const [n, { reference }] of items.entries()) {
    await page.keyboard.insertText(reference ?? '')
    await page.keyboard.press('Enter')
    // A packer is faster than the shop for a moment, and not for twenty parcels.
    if (n % 10 === 9) await until(() => answered > n)
  }
  await waitForParcels(word, 'shipped', 20)
  expect(Date.now() - startedAt).toBeLessThan(5 * 60_000)

  await page.keyboard.insertText(items[0]?.reference ?? '')
  await page.keyboard.press('Enter')
  await page.getByRole('dialog').getByRole('status').getByText('Already shipped', { exact: true }).waitFor()
  const seen = texts.join('\n') + (await page.content())
  expect(seen).toContain(word)
  for (const ofPayer of [shopper.email, shopper.id, 'Pat Potato']) expect(seen).not.toContain(ofPayer)
}, 400_000)

test('when two operators ship and hold one parcel at the same time, then it is sent or held, and both see the same', async () => {
  const word = `Both${process.pid}`
  const orderId = await payFor(await new Shopper(stack()).signUp(), 2, word)
  const { items } = await waitForParcels(word, 'to_pack', 2)
  const as = (key: string, body: object, id?: string) =>
    callAs(stack(), stack(), key, { body, ...(id && { params: { id } }) })
  const ids = items.map(({ id }) => id)
  expect((await as('POST /api/admin/parcels/labels', { ids })).status).toBe(200)
  const [one = '', other = ''] = ids
  const [shipped, held] = await Promise.all([
    as('POST /api/admin/parcels/ship', { parcels: [{ id: one }] }),
    as('POST /api/admin/parcels/:id/hold', { reason: 'Wrong street' }, one),
  ])
  const isShipped = JSON.parse(shipped.text).results[0].outcome === 'shipped'
  expect([isShipped, held.status]).toEqual(isShipped ? [true, 409] : [false, 200])
  await waitForParcels(word, isShipped ? 'shipped' : 'held', 1)

  // A part of an order is shipped: the order goes on, and is shipped with its last parcel.
  if (!isShipped) expect((await as('POST /api/admin/parcels/:id/release', {}, one)).status).toBe(200)
  const all = await as('POST /api/admin/parcels/ship', { parcels: [{ id: one }, { id: other }] })
  expect(JSON.parse(all.text).results.every(({ outcome }: { outcome: string }) => outcome !== 'failed')).toBe(
    true,
  )
  await waitForParcels(word, 'shipped', 2)
  // Fulfilment reports it to order.
  await until(async () => {
    const orders = (await read(`/api/admin/orders?q=${orderId}`)) as unknown as {
      items: { status: string }[]
    }
    return orders.items[0]?.status === 'shipped'
  })
})

test('when a file with tracking numbers and deliveries is imported, then each line says what became of it', async () => {
  const word = `File${process.pid}`
  await payFor(await new Shopper(stack()).signUp(), 2, word)
  const { items } = await waitForParcels(word, 'to_pack', 2)
  const ids = items.map(({ id }) => id)
  await callAs(stack(), stack(), 'POST /api/admin/parcels/labels', { body: { ids } })
  await callAs(stack(), stack(), 'POST /api/admin/parcels/ship', { body: { parcels: [{ id: ids[0] }] } })
  const printed = (await waitForParcels(word, 'label_printed', 1)).items[0]?.reference
  const shipped = (await waitForParcels(word, 'shipped', 1)).items[0]?.reference
  const page = await open(tabOf(word))
  await page.evaluate((password) => localStorage.setItem('adminPassword', password), stack().adminPassword)
  await page.reload()
  await page.getByRole('button', { name: 'Import CSV' }).click()
  const csv = [
    'reference,tracking_number,delivered_at',
    `${shipped},9400111899223100001234,${new Date().toISOString()}`,
    `${printed},9400111899223100001241,`,
    'NOSUCHCODE,1,',
  ]
  const file = { name: 'tracking.csv', mimeType: 'text/csv', buffer: Buffer.from(csv.join('\n')) }
  await page.getByLabel('CSV file').setInputFiles(file)
  await page.getByRole('button', { name: 'Import', exact: true }).click()
  await page.getByText('1 changed, 0 unchanged, 2 failed').waitFor()
  await page.getByText('This parcel was not shipped yet.').waitFor()
  await page.getByText('The column reference cannot be read.').waitFor()
  await waitForParcels(word, 'delivered', 1)
  await page.getByRole('button', { name: 'Close', exact: true }).last().click()

  const broken = { name: 'broken.csv', mimeType: 'text/csv', buffer: Buffer.from('%PDF-1.7\nno table') }
  await page.getByRole('button', { name: 'Import CSV' }).click()
  await page.getByLabel('CSV file').setInputFiles(broken)
  expectRefusals('400 /api/admin/parcels/import')
  await page.getByRole('button', { name: 'Import', exact: true }).click()
  await page.getByRole('dialog').getByRole('alert').waitFor()
})

test('when a parcel comes back, then two operators refund it once, and its customer gets a mail', async () => {
  const word = `Back${process.pid}`
  const shopper = await new Shopper(stack()).signUp()
  const orderId = await payFor(shopper, 2, word)
  const { items } = await waitForParcels(word, 'to_pack', 2)
  const ids = items.map(({ id }) => id)
  await callAs(stack(), stack(), 'POST /api/admin/parcels/labels', { body: { ids } })
  await callAs(stack(), stack(), 'POST /api/admin/parcels/ship', {
    body: { parcels: ids.map((id) => ({ id })) },
  })
  await callAs(stack(), stack(), 'POST /api/admin/parcels/:id/returned', { params: { id: ids[0] ?? '' } })
  await waitForParcels(word, 'returned', 1)
  const page = await openAdmin('support', `${tabOf(word)}&status=returned`)
  await page.getByRole('button', { name: /^Actions for/ }).click()
  await page.getByRole('menuitem', { name: 'Refund...' }).click()
  const [, refund] = await Promise.all([
    page.getByRole('dialog').getByRole('button', { name: 'Refund', exact: true }).click(),
    callAs(stack(), stack(), 'POST /api/admin/parcels/:id/refund', { params: { id: ids[0] ?? '' } }),
  ])
  expect(refund.status).toBe(201)
  await page.getByText(/^Refund (Requested|Sent)$/).waitFor()
  const { items: orders } = (await read(`/api/admin/orders?q=${orderId}`)) as unknown as {
    items: { refunded: string; refunds: unknown[]; items: { price: string }[] }[]
  }
  expect(orders[0]?.refunds).toHaveLength(1)
  await expect
    .poll(async () => (await mailsTo(stack(), shopper.email)).map(({ subject }) => subject))
    .toContainEqual(expect.stringMatching(/^Your refund of .* was sent$/))
})
