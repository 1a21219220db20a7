import { checkoutConsent } from '@prankpost/contracts/consent'
import { networkMessage } from '@prankpost/web-kit'
import type { Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import { violationsOf } from '../../../test/support/axe.ts'
import { cartItemOf } from '../../src/lib/cart.ts'
import { bob, discountStored, idOf, molly, pranks } from '../samples.ts'
import { unpaid } from './fake-api.ts'
import { storedIn, toastOf, until, withStore } from './store.ts'

const { api, open } = withStore()
const confirming = 'POST /api/confirm-payment-success'
const cart = pranks.slice(0, 2).map((prank) => cartItemOf(prank, bob))
const withCart = { stored: { 'prankpost-cart': cart } }
const total = (page: Page) => page.getByRole('region', { name: 'Order Summary' }).getByText(/^\$\d/).first()

describe('the payment page of the Arsenal', () => {
  test('when the customer pays, then each failure has its toast and stays in the panel; the cart stays, and is restored when they return without paying', async () => {
    api.user = molly
    const page = await open('/cart', withCart)
    await page.getByLabel('Message in the parcel (optional)').fill('Guess who')
    await page.getByLabel('Discount Code').fill('MARKYMARC')
    await page.keyboard.press('Enter')
    await page.getByRole('button', { name: 'Pay Now' }).click()
    await page.getByText(checkoutConsent(198).wording, { exact: true }).waitFor()
    const pay = page.getByRole('button', { name: 'Pay $1.98 Securely' })
    for (const [key, answer, title, description] of [
      [
        'POST /api/validate-order',
        { status: 400, body: { message: 'Bob has no address' } },
        'Order Creation Failed',
        'Bob has no address',
      ],
      ['POST /api/create-order-record', 'unavailable', 'Order Creation Failed', networkMessage],
      ['POST /api/create-stripe-session', { status: 502, text: '<b>x' }, 'Payment Error', '502: Bad Gateway'],
    ] as const) {
      api.plans[key] = answer
      await pay.click()
      await toastOf(page, title, description).waitFor()
      // It stays after the toast.
      await page.getByRole('region', { name: 'Payment' }).getByRole('alert').getByText(description).waitFor()
      expect(await storedIn(page, 'prankpost-cart')).toHaveLength(2)
      expect(api.bodiesOf(key)).toHaveLength(1)
      delete api.plans[key]
      api.calls = []
    }
    expect(await violationsOf(page, { contrast: false })).toEqual([])
    api.plans[confirming] = unpaid
    await pay.click()
    // The fake provider's address belongs to the store, but no page exists there.
    await page.waitForURL('**/pay-here')
    expect(api.bodiesOf('POST /api/create-order-record')).toMatchObject([
      { status: 'pending_payment', total: '1.98', discountCode: 'MARKYMARC', customMessage: 'Guess who' },
    ])
    await page.goto('/cart')
    await page.getByRole('button', { name: 'Pay Now' }).waitFor()
    await until(() => api.bodiesOf(confirming).length === 1)
    expect(await total(page).textContent()).toBe('$1.98')
    expect(await page.getByLabel('Message in the parcel (optional)').inputValue()).toBe('Guess who')
  })

  test('when the customer returns from a payment page that they have paid, then the payment is confirmed, and not made again', async () => {
    api.user = molly
    const added = cartItemOf(pranks[2] as (typeof pranks)[0], bob)
    api.plans[confirming] = unpaid
    const page = await open('/cart', withCart)
    const pay = async (price: string) => {
      await page.getByRole('button', { name: 'Pay Now' }).click()
      await page.getByRole('button', { name: `Pay ${price} Securely` }).click()
    }
    for (const orders of [1, 2]) {
      await pay('$9.98')
      await page.waitForURL('**/pay-here')
      expect(api.bodiesOf('POST /api/create-order-record')).toHaveLength(orders)
      if (orders === 1) await page.goto('/cart')
    }
    // The page asked when the customer was back, and before it opened the payment page again.
    const payment = { orderId: idOf(0x777), sessionId: 'cs_1' }
    expect(api.bodiesOf(confirming)).toEqual([payment, payment])
    await page.evaluate((cart) => localStorage.setItem('prankpost-cart', cart), JSON.stringify([added]))
    await page.goto('/cart')
    await until(() => api.bodiesOf(confirming).length === 3)
    delete api.plans[confirming]
    await pay('$14.97')
    await page.getByRole('heading', { name: 'Payment Successful!' }).waitFor()
    expect(await storedIn(page, 'prankpost-cart')).toEqual([added])
    expect(api.bodiesOf('POST /api/create-order-record')).toHaveLength(2)
    // The next payment does not ask for it again.
    api.calls = []
    await page.goto('/cart')
    await pay('$4.99')
    await page.waitForURL('**/pay-here')
    expect(api.bodiesOf(confirming)).toEqual([])
    // Nor does one after the customer has signed out and in.
    await page.goto('/')
    await page.getByRole('button', { name: 'Open menu' }).click()
    await page.getByRole('button', { name: 'Logout' }).click()
    await toastOf(page, 'Logged Out').waitFor()
    api.user = molly
    await page.evaluate((cart) => localStorage.setItem('prankpost-cart', cart), JSON.stringify([added]))
    await page.goto('/cart')
    await pay('$4.99')
    await page.waitForURL('**/pay-here')
    expect(api.bodiesOf(confirming)).toEqual([])
  })

  test('when the payment page is opening, then the Arsenal cannot be changed; when the customer leaves, then it does not open', async () => {
    api.user = molly
    const { promise: after, resolve: answer } = Promise.withResolvers<void>()
    api.plans['POST /api/create-stripe-session'] = { body: { sessionId: 'cs_1', url: '/pay-here' }, after }
    const page = await open('/cart', { stored: { ...withCart.stored, ...discountStored } })
    await page.getByRole('button', { name: 'Pay Now' }).click()
    await page.getByRole('button', { name: 'Pay $1.98 Securely' }).click()
    await until(() => api.bodiesOf('POST /api/create-stripe-session').length === 1)
    for (const name of ['Remove discount', /^Remove .* for/, 'Increase'])
      await page.getByRole('button', { name, includeHidden: true }).first().click({ force: true })
    const message = page.getByLabel('Message in the parcel (optional)')
    await message.focus()
    await page.keyboard.type('Too late')
    expect(await message.inputValue()).toBe('')
    expect(await storedIn(page, 'prankpost-cart')).toEqual(cart)
    expect(await total(page).textContent()).toBe('$1.98')

    await page.getByRole('banner').getByRole('link', { name: 'PrankPost' }).click()
    await page.getByRole('button', { name: 'Randomize' }).waitFor()
    const opened = page.waitForResponse('**/api/update-order-status')
    answer()
    await (await opened).finished()
    await page.evaluate(() => new Promise((resolve) => setTimeout(resolve)))
    expect(new URL(page.url()).pathname).toBe('/')
    expect(await storedIn(page, 'prankpost-cart')).toEqual(cart)
  })

  test('when Back restores the page as it was left, then it is the cart again, also an empty one', async () => {
    api.user = molly
    // The page stays where it is, as one that the browser keeps.
    api.plans['POST /api/create-stripe-session'] = { body: { sessionId: 'cs_1', url: '#payment-page' } }
    api.plans[confirming] = unpaid
    const page = await open('/cart', withCart)
    await page.getByRole('button', { name: 'Pay Now' }).click()
    await page.getByRole('button', { name: 'Pay $9.98 Securely' }).click()
    await page.getByText('Taking you to the payment page.').waitFor()
    await page.evaluate('dispatchEvent(new PageTransitionEvent("pageshow", { persisted: true }))')
    for (const left of [1, 0]) {
      await page
        .getByRole('button', { name: /^Remove/ })
        .first()
        .click()
      await until(async () => (((await storedIn(page, 'prankpost-cart')) as unknown[]) ?? []).length === left)
    }
    await page.getByRole('link', { name: 'Browse Pranks' }).waitFor()
  })

  test('when Back restores the page as it was left, and another tab had added an item, then the Arsenal can be changed and paid', async () => {
    api.user = molly
    const { promise: after, resolve: answer } = Promise.withResolvers<void>()
    api.plans['POST /api/create-stripe-session'] = {
      body: { sessionId: 'cs_1', url: '#payment-page' },
      after,
    }
    api.plans[confirming] = unpaid
    const page = await open('/cart', withCart)
    await page.getByRole('button', { name: 'Pay Now' }).click()
    await page.getByRole('button', { name: 'Pay $9.98 Securely' }).click()
    await until(() => api.bodiesOf('POST /api/create-stripe-session').length === 1)
    const added = cartItemOf(pranks[2] as (typeof pranks)[0], bob)
    const other = await page.context().newPage()
    await other.goto('/privacy-policy')
    await other.evaluate(
      (items) => localStorage.setItem('prankpost-cart', items),
      JSON.stringify([...cart, added]),
    )
    await page.getByText(added.prankName).waitFor()
    answer()
    await page.waitForURL('**#payment-page')
    await page.evaluate('dispatchEvent(new PageTransitionEvent("pageshow", { persisted: true }))')
    const pay = page.getByRole('button', { name: 'Pay $14.97 Securely' })
    await pay.waitFor()
    expect(await pay.getAttribute('aria-disabled')).toBeNull()
    await page
      .getByRole('button', { name: /^Remove/ })
      .first()
      .click()
    await page.getByRole('button', { name: 'Pay $9.98 Securely' }).waitFor()
  })
})
