import { join } from 'node:path'
import type { AdminPrank, Prank } from '@prankpost/contracts'
import { expect, test } from 'vitest'
import { pictureFile } from '../../web/src/lib/picture-file.ts'
import { callAs } from '../support/access/callers.ts'
import { fillTarget, toastOf } from '../support/customer.ts'
import { eventually, logIn, noteOf } from '../support/operator-page.ts'
import { withRealStore } from '../support/real-store.ts'
import { sandboxOf } from '../support/sandbox.ts'
import { Shopper } from '../support/shopper.ts'

// Its prank comes and goes, and would be among those that other files' pages show. It is not in `npm test`: while the queues of
// another stack are created on a busy machine, RabbitMQ may need a minute for an answer.
const { open, stack } = withRealStore({ ownStack: true })
const photo = join(import.meta.dirname, '../../web/public', pictureFile('scene-gift', 224))
const name = 'Garden Snail'
const onSale = async () => (await (await fetch(`${stack().baseUrl}/api/pranks`)).json()) as Prank[]
const find = async () => (await onSale()).find((prank) => prank.name === name)
const change = async (body: object) => {
  const id = (await find())?.id ?? ''
  const { text, status } = await callAs(stack(), stack(), 'PATCH /api/admin/pranks/:id', {
    params: { id },
    body,
  })
  expect(status, text).toBe(200)
  return JSON.parse(text) as AdminPrank
}

test('when an operator adds a prank with a photo, then the store sells it, and a cart announces its new price', async () => {
  const admin = await open('/admin?tab=pranks')
  await logIn(admin, stack().adminPassword)
  await admin.getByRole('button', { name: 'Add Prank' }).click()
  const dialog = admin.getByRole('dialog', { name: 'Add a prank' })
  await dialog.getByLabel('Name').fill(name)
  await dialog.getByLabel('Description').fill('A plush snail with a very serious face.')
  await dialog.getByLabel('Price').fill('7.50')
  await dialog.getByRole('button', { name: 'Add Prank' }).click()
  const upload = admin.getByRole('dialog', { name: `Picture of ${name}` })
  await upload.getByLabel('Picture file').setInputFiles(photo)
  await upload.getByAltText('Preview').waitFor()
  await upload.getByRole('button', { name: 'Upload' }).click()
  await noteOf(admin, 'Picture Updated', name).waitFor()
  await admin.getByRole('article', { name }).locator('img').waitFor()
  await eventually(async () => (await find())?.picture)

  const page = await open('/')
  const card = page.getByRole('button', { name: new RegExp(name) }).first()
  await eventually(() => card.locator('img').evaluate((image: HTMLImageElement) => image.naturalWidth > 1))
  await card.click()
  await page.getByRole('button', { name: 'Add Targets' }).click()
  await fillTarget(page)
  const target = page.getByRole('button', { name: /Gerald Snail/ })
  if ((await target.getAttribute('aria-pressed')) !== 'true') await target.click()
  await page.getByRole('button', { name: 'Add to Arsenal' }).click()
  await toastOf(page, 'Added to Arsenal').waitFor()

  const { price } = await change({ price: '8.25' })
  expect(price).toBe('8.25')
  await eventually(async () => (await find())?.price === '8.25')
  await page.goto('/cart')
  await page.getByText(`The price of ${name} has changed: it is $8.25 now, and was $7.50.`).waitFor()
  await eventually(() =>
    page.locator('main img[src^="/media/"]').evaluate((image: HTMLImageElement) => image.naturalWidth > 1),
  )
  await admin.getByRole('article', { name }).getByRole('button', { name: 'Prices' }).click()
  await admin.getByRole('dialog').getByText('$7.50 → $8.25').waitFor()
})

test('when five customers buy the last two at the same time, then two get one, and the store shows that it is sold out', async () => {
  const { id } = await change({ stock: 2, price: '8.50' })
  const shoppers = await Promise.all(Array.from({ length: 5 }, () => new Shopper(stack()).signUp()))
  const orders = await Promise.all(
    shoppers.map(async (shopper) => {
      const cart = await shopper.cart()
      const cartItems = cart.cartItems.map((item) => ({ ...item, prankId: id, price: '$8.50' }))
      return { ...cart, cartItems, total: '8.50', status: 'pending_payment' }
    }),
  )
  // Price and stock reach the order service with the same event.
  await eventually(
    async () => (await shoppers[0]?.call('POST', '/api/validate-order', orders[0]))?.status === 200,
  )
  const answers = await Promise.all(
    shoppers.map((shopper, index) => shopper.answerTo('POST', '/api/create-order-record', orders[index])),
  )
  const placed = answers.flatMap(({ status, body }, index) =>
    status === 201 ? { shopper: shoppers[index] as Shopper, orderId: body.orderId as string } : [],
  )
  expect(placed).toHaveLength(2)
  const refusals = answers.filter(({ status }) => status !== 201)
  for (const { status, body } of refusals) {
    expect([status, body.message]).toEqual([409, `${name} is sold out. Please remove it from your Arsenal.`])
  }
  // A page that was rendered before would stay as it is.
  await eventually(async () => (await find())?.soldOut)
  const home = await open('/')
  const card = home.getByRole('button', { name: new RegExp(name) }).first()
  await card.getByText('Sold out').waitFor()
  expect(await card.isDisabled()).toBe(true)

  const paying = placed.slice(0, 1)
  await Promise.all(
    paying.map(async ({ shopper, orderId }) => {
      const body = { orderId, total: '8.50' }
      const { sessionId } = (await shopper.insist('POST', '/api/create-stripe-session', body, 200)).body
      await sandboxOf(stack()).pay(sessionId)
    }),
  )
  const stockOf = async () => {
    const answer = await fetch(`${stack().baseUrl}/api/admin/pranks?q=${encodeURIComponent(name)}`, {
      headers: { 'x-admin-password': stack().adminPassword },
    })
    const [prank] = ((await answer.json()) as { items: AdminPrank[] }).items
    return [prank?.stock, prank?.reserved]
  }
  await eventually(async () => JSON.stringify(await stockOf()) === '[1,1]')
  const [cancelling] = paying
  await cancelling?.shopper.insist('POST', `/api/orders/${cancelling.orderId}/cancel`, undefined, 200)
  await eventually(async () => JSON.stringify(await stockOf()) === '[2,1]')
  await eventually(async () => (await find())?.soldOut === false)
})
