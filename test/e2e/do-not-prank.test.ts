import { until } from '@prankpost/test-harness'
import { expect, test } from 'vitest'
import { codeIn } from '../support/consent-story.ts'
import { mailsTo } from '../support/mails.ts'
import { logIn, noteOf } from '../support/operator-page.ts'
import { withRealStore } from '../support/real-store.ts'
import { sandboxOf } from '../support/sandbox.ts'
import { Shopper } from '../support/shopper.ts'

const { open, stack } = withRealStore()

/** An address that no other file uses, as a customer writes it, and as the recipient does. */
const street = `${process.pid} North Quiet Street`
const written = { contactAddress: street, contactAddress2: 'Apartment 3' }
const refusal = 'We cannot deliver to Gerald Snail. Please choose another target.'

const cartThere = async (shopper: Shopper) => {
  const { cartItems, ...cart } = await shopper.cart()
  return { ...cart, cartItems: cartItems.map((item) => ({ ...item, ...written })) }
}

test('when a recipient lists the address with the code of the mail, then a waiting parcel is refunded, a later order refused, a draw skips it, and an operator can remove it', async () => {
  const shopper = await new Shopper(stack()).signUp()
  const { orderId, sessionId } = await shopper.checkOut(await cartThere(shopper))
  await sandboxOf(stack()).pay(sessionId)
  await shopper.historyOf(1)
  const plan = await shopper.insist('POST', '/api/create-subscription-checkout', { prankCount: 2 }, 200)
  const target = { name: 'Gerald', city: 'Springfield', state: 'OR', zipCode: '97477' }
  await shopper.insist('POST', '/api/contacts', { ...target, address: street, address2: '#3' }, 201)
  const other = { ...target, name: 'Penelope', address: `${process.pid} Loud Street` }
  const penelope = await shopper.insist('POST', '/api/contacts', other, 201)

  const page = await open('/', undefined, { viewport: { width: 375, height: 700 } })
  await page.getByRole('link', { name: 'Do-Not-Prank List' }).click()
  await page.getByLabel('Address', { exact: true }).fill(`${process.pid} n. quiet st`)
  await page.getByLabel('Apartment, suite, etc. (optional)').fill('Unit 3')
  await page.getByLabel('City').fill('Springfield')
  await page.getByLabel('State').selectOption('OR')
  await page.getByLabel('ZIP Code').fill('97477-1234')
  const email = `resident-${process.pid}-${Date.now()}@homes.test`
  await page.getByLabel(/^Email/).fill(email)
  await page.getByRole('button', { name: 'Continue' }).click()
  await page.getByText('We sent you a mail with a code.').waitFor()
  expect(page.url()).not.toMatch(/quiet/i)
  const code = await until(async () => codeIn((await mailsTo(stack(), email))[0]?.text))
  await page.getByLabel('Code').fill(String(code))
  await page.getByRole('button', { name: 'Confirm' }).click()
  await page.getByRole('heading', { name: 'No More Pranks' }).waitFor()

  const order = await until(async () => {
    const { body } = await shopper.call('GET', `/api/orders/${orderId}`)
    return body.status === 'cancelled' && body.refunded === body.total ? body : null
  })
  expect(order.items).toMatchObject([{ status: 'cancelled' }])
  const later = await shopper.answerTo('POST', '/api/validate-order', await cartThere(shopper))
  expect([later.status, later.body.message]).toEqual([400, refusal])

  await sandboxOf(stack()).pay(plan.body.sessionId)
  const drawn = await until(async () => {
    const { body: plans } = await shopper.call('GET', '/api/subscriptions')
    const active = plans.find(({ status }: { status: string }) => status === 'active')
    const { status, body } = await shopper.call('GET', `/api/subscriptions/${active?.id}/draw`)
    return status === 200 && body.length === 2 ? body : null
  })
  expect(drawn.map(({ contact }: { contact: { id: string } }) => contact.id)).toEqual(
    Array(2).fill(penelope.body.id),
  )

  const admin = await open('/admin?tab=do-not-prank')
  await logIn(admin, stack().adminPassword)
  const search = admin.getByRole('form', { name: 'Search an address' })
  await search.getByLabel('Address').fill(street.toUpperCase())
  await search.getByLabel('Unit').fill('3')
  await search.getByLabel('ZIP code').fill('97477')
  await search.getByRole('button', { name: 'Search Address' }).click()
  await admin.getByText('This address is on the list.').waitFor()
  await admin.getByRole('button', { name: 'Remove' }).first().click()
  await admin.getByRole('dialog').getByRole('button', { name: 'Remove' }).click()
  await noteOf(admin, 'Address Removed', '').waitFor()
  await admin.getByText('This address is on the list.').waitFor({ state: 'detached' })
  await shopper.insist('POST', '/api/validate-order', await cartThere(shopper), 200)
})
