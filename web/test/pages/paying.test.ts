import { checkoutConsent, renewalConsent } from '@prankpost/contracts/consent'
import { describe, expect, test } from 'vitest'
import { cartItemOf } from '../../src/lib/cart.ts'
import { bob, discountStored, idOf, molly, pranks } from '../samples.ts'
import { unpaid } from './fake-api.ts'
import { never, signIn, storedIn, toastOf, until, withStore } from './store.ts'

const { api, open } = withStore()
const paying = 'POST /api/create-checkout-session'
const confirming = 'POST /api/confirm-payment-success'
const subscribing = 'POST /api/create-subscription-checkout'
const items = pranks.slice(0, 2).map((prank) => cartItemOf(prank, bob))
const full = { 'prankpost-cart': items }

describe('checkout', () => {
  test('when it is opened, then it shows count and total; each failure has its toast, and a second click does nothing', async () => {
    api.user = molly
    const page = await open('/checkout', { stored: full })
    await page.getByRole('button', { name: 'Pay $9.98' }).waitFor()
    expect(await page.locator('dl').getByRole('definition').allTextContents()).toEqual(['2', 'FREE', '$9.98'])
    await page.getByText(checkoutConsent(998).wording, { exact: true }).waitFor()
    expect(await page.getByRole('link', { name: 'Back to Cart' }).getAttribute('href')).toBe('/cart')

    const pay = page.getByRole('button', { name: 'Pay $9.98' })
    for (const [answer, words, why] of [
      [
        { status: 400, body: { message: 'Bob has no address' } },
        'Failed to create checkout session',
        'Bob has no',
      ],
      [{ body: {} }, 'No checkout URL received', 'Nothing was charged'],
      [{ text: '<p>' }, 'No checkout URL received', 'could not read'],
      ['unavailable', 'Failed to start checkout process.', 'Network connection failed'],
    ] as const) {
      api.plans[paying] = answer
      await pay.click()
      await page.getByRole('main').getByRole('alert').filter({ hasText: why }).waitFor()
      await toastOf(page, 'Checkout Error', words).waitFor()
    }
    expect(await storedIn(page, 'prankpost-cart')).toHaveLength(2)

    const { promise: after, resolve: answer } = Promise.withResolvers<void>()
    api.plans[paying] = { body: { sessionId: 'cs_1', url: '/pay-here' }, after }
    api.calls = []
    await pay.click()
    await pay.click({ force: true })
    expect(await pay.getAttribute('aria-disabled')).toBe('true')
    answer()
    await page.waitForURL('**/pay-here')
    expect(api.bodiesOf(paying)).toHaveLength(1)
  })

  test("when a guest's target is saved while the payment page is opening, then its item is paid once", async () => {
    api.user = molly
    api.plans[confirming] = unpaid
    const local = { ...bob, id: 'local-1' }
    const { promise: after, resolve: save } = Promise.withResolvers<void>()
    const { promise: later, resolve: answer } = Promise.withResolvers<void>()
    api.plans['POST /api/contacts'] = { status: 201, body: { ...bob, id: idOf(600) }, after }
    api.plans[paying] = { body: { sessionId: 'cs_1', url: '/pay-here' }, after: later }
    const page = await open('/checkout', {
      stored: {
        'prankpost-cart': [cartItemOf(pranks[0] as (typeof pranks)[0], local)],
        'prankpost-local-contacts': [{ ...local, name: 'Bobby' }],
      },
    })
    await page.getByRole('button', { name: 'Pay $4.99' }).click()
    save()
    await page.waitForFunction(() => localStorage.getItem('prankpost-local-contacts') === '[]')
    answer()
    await page.waitForURL('**/pay-here')
    expect(await storedIn(page, 'prankpost-cart')).toBeNull()
    expect(api.bodiesOf(paying)).toMatchObject([{ cartItems: [{ contactId: idOf(600) }] }])
    await page.goBack()
    await page.getByRole('button', { name: 'Pay $4.99' }).waitFor()
    expect(await storedIn(page, 'prankpost-cart')).toHaveLength(1)
  })

  test('when the customer leaves while the payment page is opening, then it does not open, and the cart stays', async () => {
    api.user = molly
    const { promise: after, resolve: answer } = Promise.withResolvers<void>()
    api.plans[paying] = { body: { sessionId: 'cs_1', url: '/pay-here' }, after }
    const page = await open('/checkout', { stored: full })
    await page.getByRole('button', { name: 'Pay $9.98' }).click()
    await until(() => api.bodiesOf(paying).length === 1)
    await page.getByRole('link', { name: 'Back to Cart' }).click()
    await page.getByRole('button', { name: 'Pay Now' }).waitFor()
    const opened = page.waitForResponse('**/api/create-checkout-session')
    answer()
    await (await opened).finished()
    await page.evaluate(() => new Promise((resolve) => setTimeout(resolve)))
    expect(new URL(page.url()).pathname).toBe('/cart')
    expect(await storedIn(page, 'prankpost-cart')).toEqual(items)
  })

  test('when the customer leaves while the payment page of a plan is opening, then it does not open', async () => {
    api.user = molly
    const { promise: after, resolve: answer } = Promise.withResolvers<void>()
    api.plans[subscribing] = { body: { sessionId: 'cs_1', url: '/pay-here' }, after }
    const page = await open('/subscribe')
    await page.getByRole('button', { name: 'Start Subscription' }).click()
    await until(() => api.bodiesOf(subscribing).length === 1)
    await page.getByRole('banner').getByRole('link', { name: 'PrankPost' }).click()
    await page.waitForURL(({ pathname }) => pathname === '/')
    const opened = page.waitForResponse(`**${subscribing.split(' ')[1]}`)
    answer()
    await (await opened).finished()
    await page.evaluate(() => new Promise((resolve) => setTimeout(resolve)))
    expect(new URL(page.url()).pathname).toBe('/')
  })

  test('when the customer pays, then one call opens the payment page, and the cart is restored when they return', async () => {
    api.user = molly
    api.plans[confirming] = unpaid
    const page = await open('/checkout', { stored: { ...full, ...discountStored } })
    await page.evaluate(() => sessionStorage.setItem('prankpost-message', ' Surprise! '))
    await page.getByRole('button', { name: 'Pay $1.98' }).click()
    await page.waitForURL('**/pay-here')
    expect(api.bodiesOf(paying)).toMatchObject([
      {
        amount: '1.98',
        cartItems: items.map(({ prankId, contactId }) => ({
          prankId,
          contactId,
          quantity: 1,
          price: '$4.99',
        })),
        customerInfo: { name: 'Molly Jester', email: molly.email },
        subscriptionType: 'once',
        discountCode: 'MARKYMARC',
        customMessage: 'Surprise!',
      },
    ])
    await page.goBack()
    await page.getByRole('button', { name: 'Pay $1.98' }).waitFor()
    await until(() => api.bodiesOf(confirming).length === 1)
    expect(await storedIn(page, 'prankpost-cart')).toHaveLength(2)
  })

  test.each([
    ['/checkout', paying, 'Pay $9.98'],
    ['/subscribe', subscribing, 'Start Subscription'],
  ])(
    'when the browser stops loading the payment page of %s, then the page can be used again, and the Arsenal is back',
    async (address, opening, label) => {
      api.user = molly
      api.plans[confirming] = unpaid
      api.plans[opening] = { body: { sessionId: 'cs_1', url: '/api/slow-payment-page' } }
      api.plans['GET /api/slow-payment-page'] = { after: never }
      const page = await open(address, { stored: full })
      const browser = await page.context().newCDPSession(page)
      const button = page.getByRole('button', { name: label })
      for (const presses of [1, 2]) {
        await button.click({ noWaitAfter: true })
        await until(() => api.bodiesOf('GET /api/slow-payment-page').length === presses)
        await browser.send('Page.stopLoading')
        await until(async () => (await button.getAttribute('aria-disabled', { timeout: 5_000 })) === null)
        expect(await storedIn(page, 'prankpost-cart')).toEqual(items)
      }
      expect(api.bodiesOf(opening)).toHaveLength(2)
    },
  )

  test('when the customer comes back from a payment page, and has paid on it since, then it is confirmed, and not paid again', async () => {
    api.user = molly
    api.plans[confirming] = unpaid
    const page = await open('/checkout', { stored: full })
    const pay = page.getByRole('button', { name: 'Pay $9.98' })
    await pay.click()
    await page.waitForURL('**/pay-here')
    await page.goBack()
    await pay.waitFor()
    await until(() => api.bodiesOf(confirming).length === 1)
    delete api.plans[confirming]
    await pay.click()
    await page.getByRole('heading', { name: 'Payment Successful!' }).waitFor()
    const payment = { orderId: idOf(0x777), sessionId: 'cs_1' }
    expect(api.bodiesOf(confirming)).toEqual([payment, payment, payment])
    expect(api.bodiesOf(paying)).toHaveLength(1)
    expect(await storedIn(page, 'prankpost-cart')).toBeNull()
  })

  test('when the payment is confirmed while a click on Pay still asks for it, then no payment page opens', async () => {
    api.user = molly
    const [returned, clicked] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
    api.plans[confirming] = { after: returned.promise }
    const page = await open('/checkout', { stored: full })
    const pay = page.getByRole('button', { name: 'Pay $9.98' })
    await pay.click()
    await page.waitForURL('**/pay-here')
    await page.goBack()
    await until(() => api.bodiesOf(confirming).length === 1)
    api.plans[confirming] = { after: clicked.promise }
    await pay.click()
    await until(() => api.bodiesOf(confirming).length === 2)
    delete api.plans[confirming]
    returned.resolve()
    await page.getByRole('heading', { name: 'Payment Successful!' }).waitFor()
    await until(async () => (await storedIn(page, 'prankpost-cart')) === null)
    clicked.resolve()
    await page.evaluate(() => fetch('/api/shop'))
    expect(api.bodiesOf(paying)).toHaveLength(1)
    expect(await page.getByText('Failed to create checkout session').count()).toBe(0)
  })

  test('when there is no cart, then a toast explains it and the cart opens', async () => {
    api.user = molly
    const page = await open('/checkout')
    await toastOf(page, 'Cart Empty', 'Your cart is empty. Please add items before checkout.').waitFor()
    await page.waitForURL('**/cart')
  })

  test('when another tab empties the cart, then the cart opens', async () => {
    api.user = molly
    const page = await open('/checkout', { stored: full })
    await page.getByRole('button', { name: 'Pay $9.98' }).waitFor()
    const other = await page.context().newPage()
    await other.goto('/privacy')
    await other.evaluate(() => localStorage.removeItem('prankpost-cart'))
    await page.waitForURL('**/cart')
    await page.getByText('Your Arsenal is empty').waitFor()
  })

  test('when the session has ended, then the button offers to sign in', async () => {
    for (const [address, key, name] of [
      ['/checkout', paying, 'Pay $9.98'],
      ['/subscribe', subscribing, 'Start Subscription'],
    ] as const) {
      api.user = molly
      const page = await open(address, { stored: full })
      const button = page.getByRole('button', { name })
      await button.click({ trial: true })
      api.user = null
      api.plans[key] = { status: 401, body: { message: 'Unauthorized' } }
      await button.click()
      if (key === subscribing) {
        await page.waitForFunction(() => !localStorage.getItem('prankpost-was-signed-in'))
        await button.click()
        await page.getByRole('dialog', { name: 'Sign In' }).waitFor()
      } else await page.getByRole('button', { name: 'Sign In to Pay' }).waitFor()
      api.calls = []
    }
  })

  test('when a guest opens it, then it prompts them to sign in; once they have in another tab, it offers to pay', async () => {
    const page = await open('/checkout', { stored: full })
    await page.getByRole('button', { name: 'Sign In to Pay' }).click()
    await page.getByRole('dialog', { name: 'Sign In' }).waitFor()
    expect(api.bodiesOf(paying)).toEqual([])
    await page.keyboard.press('Escape')
    api.user = molly
    await (await page.context().newPage()).goto('/dashboard')
    await page.getByRole('button', { name: 'Pay $9.98' }).waitFor()
  })
})

describe('PrankPost Premium', () => {
  test('when number or code change, then the number stays within 1 to 5, the price is updated, and the choice is saved', async () => {
    const page = await open('/subscribe')
    await page.getByRole('heading', { level: 1, name: 'PrankPost Premium' }).waitFor()
    await page.getByText('$4.99/month').waitFor()
    await page.getByText(renewalConsent(499).wording, { exact: true }).waitFor()
    const less = page.getByRole('button', { name: 'Decrease' })
    const more = page.getByRole('button', { name: 'Increase' })
    expect(await less.isDisabled()).toBe(true)
    for (let pressed = 0; pressed < 4; pressed += 1) await more.click()
    expect(await more.isDisabled()).toBe(true)
    await page.getByText('$24.95/month').waitFor()
    expect(await page.getByRole('region', { name: 'What You Get' }).getByRole('listitem').count()).toBe(6)
    await page.reload()
    await page.getByText('$24.95/month').waitFor()
    expect(JSON.parse((await page.evaluate(() => sessionStorage.getItem('subscriptionData'))) ?? '')).toEqual(
      {
        type: 'subscription',
        pranks: 5,
        pricePerMonth: 24.95,
        isAutomatic: true,
      },
    )

    const apply = page.getByRole('button', { name: 'Apply' })
    expect(await apply.isDisabled()).toBe(true)
    await page.getByLabel('Discount Code').fill('nonsense')
    await apply.click()
    await toastOf(page, 'Invalid Code', 'The discount code you entered is not valid.').waitFor()
    await page.getByLabel('Discount Code').fill('markymarc')
    await apply.click()
    await toastOf(page, 'Discount Applied!').waitFor()
    await page.getByText('$0.99/month').waitFor()
    await page.getByText(renewalConsent(99).wording, { exact: true }).waitFor()
    expect(await page.locator('s').textContent()).toContain('$24.95')
    await page.getByRole('button', { name: 'Remove discount' }).click()
    await toastOf(page, 'Discount Removed').waitFor()
    await page.getByText('$24.95/month').waitFor()
  })

  test('when a guest starts, then the sign-in dialog opens, and the choice is kept after signing in', async () => {
    const page = await open('/subscribe')
    await page.getByRole('button', { name: 'Increase' }).click()
    await page.getByRole('button', { name: 'Start Subscription' }).click()
    await signIn(page)
    await toastOf(page, 'Success', 'Signed in successfully!').waitFor()
    await page.getByText('$9.98/month').waitFor()
    expect(api.bodiesOf(subscribing)).toEqual([])
  })

  test('when a plan is started, also with a code, then the payment page opens; before, each failure is shown', async () => {
    api.user = molly
    const page = await open('/subscribe')
    const start = page.getByRole('button', { name: 'Start Subscription' })
    for (const [answer, why] of [
      [
        { status: 409, body: { message: 'You have an active plan' } },
        'You have an active plan Go to your account',
      ],
      [{ body: {} }, 'Subscription setup failed'],
      [{ text: 'garbage' }, 'could not read'],
      ['unavailable', 'Network connection failed'],
    ] as const) {
      api.plans[subscribing] = answer
      await start.click()
      await page.getByRole('main').getByRole('alert').filter({ hasText: why }).waitFor()
    }
    await toastOf(page, 'Subscription Error', 'Unable to set up subscription. Please try again.').waitFor()
    delete api.plans[subscribing]
    await start.click()
    await page.waitForURL('**/pay-here')
    await page.goto('/subscribe')
    await page.getByLabel('Discount Code').fill('MARKYMARC')
    await page.keyboard.press('Enter')
    await page.getByText('$0.99/month').waitFor()
    await start.click()
    await page.waitForURL('**/pay-here')
    expect(api.bodiesOf(subscribing).slice(-2)).toEqual([
      { prankCount: 1 },
      { prankCount: 1, discountCode: 'MARKYMARC' },
    ])
  })
})
