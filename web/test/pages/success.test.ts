import { describe, expect, test } from 'vitest'
import { cartItemOf } from '../../src/lib/cart.ts'
import { historyEntry } from '../order-samples.ts'
import { bob, discountStored, idOf, molly, pranks } from '../samples.ts'
import { unpaid } from './fake-api.ts'
import { never, signIn, storedIn, toastOf, until, withStore } from './store.ts'

const { api, open } = withStore()
const orderId = idOf(0xabc12345)
const paid = `/success?session_id=cs_1&order_id=${orderId}`
const stored = {
  'prankpost-cart': [cartItemOf(pranks[0] as (typeof pranks)[0], bob)],
  ...discountStored,
}
const parked = {
  ...{ cart: [cartItemOf(pranks[1] as (typeof pranks)[0], bob)], discount: null, message: '' },
  ...{ sessionId: 'cs_1', customer: '' },
}

describe('the payment result', () => {
  test('when the address has a session and an order, then the order is confirmed once and the cart is cleared', async () => {
    api.user = molly
    const page = await open(paid, { stored })
    await page.getByRole('heading', { name: 'Payment Successful!' }).waitFor()
    await page.getByText('ABC12345').waitFor()
    await toastOf(page, 'Payment Successful!').waitFor()
    expect(api.bodiesOf('POST /api/confirm-payment-success')).toEqual([{ sessionId: 'cs_1', orderId }])
    for (const key of Object.keys(stored)) expect(await storedIn(page, key)).toBeNull()
    await page.getByRole('link', { name: 'View Prank History' }).click()
    await page.waitForURL('**/dashboard?tab=history')
    await page.getByText('No pranks sent yet.').waitFor()
  })

  test('when the address has only a session, then a plan is activated, its discount is removed, and the Arsenal and a parked cart are kept', async () => {
    api.user = molly
    const page = await open('/success?session_id=cs_2', { stored, parked })
    await page.getByRole('heading', { name: 'Subscription Activated!' }).waitFor()
    await page.getByText('automatic monthly deliveries').waitFor()
    expect(api.bodiesOf('POST /api/process-subscription-success')).toEqual([{ sessionId: 'cs_2' }])
    for (const [key, value] of Object.entries(stored))
      expect(await storedIn(page, key)).toEqual(key === 'prankpost-cart' ? value : null)
    expect(await page.evaluate(() => sessionStorage.getItem('prankpost-parked'))).not.toBeNull()
    await page.evaluate((discount) => {
      for (const [key, value] of Object.entries(discount))
        localStorage.setItem(key, typeof value === 'string' ? value : JSON.stringify(value))
    }, discountStored)
    await page.reload()
    await toastOf(page, 'Subscription Activated!').waitFor()
    expect(await storedIn(page, 'appliedDiscount')).toBe(true)
  })

  test('when an item was added after the cart was parked, then only the parked cart is deleted, also when the page is shown again', async () => {
    api.user = molly
    const page = await open(paid, { stored, parked })
    await page.getByRole('heading', { name: 'Payment Successful!' }).waitFor()
    expect(await page.evaluate(() => sessionStorage.getItem('prankpost-parked'))).toBeNull()
    await page.reload()
    await toastOf(page, 'Payment Successful!').waitFor()
    expect(api.bodiesOf('POST /api/confirm-payment-success')).toHaveLength(2)
    expect(await storedIn(page, 'prankpost-cart')).toEqual(stored['prankpost-cart'])
  })

  test('when the address has no session, then it is invalid', async () => {
    const page = await open('/success', { stored })
    for (const address of ['/success', `/success?order_id=${orderId}`]) {
      await page.goto(address)
      await page.getByRole('heading', { name: 'Payment Error' }).waitFor()
      await page.getByText('Invalid payment session').waitFor()
    }
    await page.getByRole('link', { name: 'Return to Cart' }).waitFor()
    await page.getByRole('link', { name: 'Go Home' }).waitFor()
    expect(await storedIn(page, 'prankpost-cart')).toHaveLength(1)
  })

  test.each([
    [
      paid,
      'POST /api/confirm-payment-success',
      'Payment Processing Error',
      'There was an issue confirming your payment. Please contact support.',
    ],
    [
      '/success?session_id=cs_2',
      'POST /api/process-subscription-success',
      'Subscription Processing Error',
      'There was an issue activating your subscription. Please contact support.',
    ],
  ])(
    'when %s cannot be confirmed, then page and toast show the error, the cart is kept, and the customer can try again',
    async (address, key, title, text) => {
      api.user = molly
      api.plans[key] = unpaid
      const page = await open(address, { stored })
      await page.getByRole('heading', { name: 'Payment Error' }).waitFor()
      await page.getByText('The payment has not been completed yet.').waitFor()
      await toastOf(page, title, text).waitFor()
      expect(api.bodiesOf(key)).toHaveLength(1)
      expect(await storedIn(page, 'prankpost-cart')).toHaveLength(1)
      delete api.plans[key]
      await page.getByRole('button', { name: 'Try Again' }).click()
      await page.getByRole('heading', { name: /Successful!|Activated!/ }).waitFor()
    },
  )

  test.each(['Return to Cart', 'Go Home'])(
    'when the answer is lost, and the customer leaves with "%s", then the payment is confirmed there, and its items are deleted',
    async (way) => {
      api.user = molly
      const page = await open('/checkout', { stored })
      await page.getByRole('button', { name: 'Pay $0.99' }).click()
      await page.waitForURL('**/pay-here')
      const added = cartItemOf(pranks[1] as (typeof pranks)[0], bob)
      await page.evaluate((cart) => localStorage.setItem('prankpost-cart', cart), JSON.stringify([added]))
      api.plans['POST /api/confirm-payment-success'] = 'unavailable'
      await page.goto(`/success?session_id=cs_1&order_id=${idOf(0x777)}`)
      await page.getByRole('heading', { name: 'Payment Error' }).waitFor()
      delete api.plans['POST /api/confirm-payment-success']
      await page.getByRole('link', { name: way }).click()
      await page.getByRole('heading', { name: 'Payment Successful!' }).waitFor()
      expect(await storedIn(page, 'prankpost-cart')).toEqual([added])
      expect(await storedIn(page, 'appliedDiscount')).toBeNull()
      await page.getByRole('link', { name: 'Cart, 1 item' }).waitFor()
    },
  )

  test('when the customer goes back to a checkout that is paid, then they learn it', async () => {
    api.user = molly
    const page = await open('/checkout', { stored })
    await page.getByRole('button', { name: 'Pay $0.99' }).click()
    await page.waitForURL('**/pay-here')
    await page.goBack()
    await page.getByRole('heading', { name: 'Payment Successful!' }).waitFor()
    await page.goto('/cart')
    await page.getByText('Your Arsenal is empty').waitFor()
  })

  test('when the customer is signed out, then the page says that the payment is safe, and confirms it after signing in', async () => {
    const page = await open(paid)
    await page.getByText('Your payment is safe').waitFor()
    expect(api.bodiesOf('POST /api/confirm-payment-success')).toEqual([])
    await page.getByRole('button', { name: 'Sign In' }).click()
    await signIn(page)
    await page.getByRole('heading', { name: 'Payment Successful!' }).waitFor()
  })
})

describe('the dashboard', () => {
  const entry = {
    ...historyEntry,
    contactAddress: 'Details not available',
    reveal: { mode: 'guess', date: null, state: 'revealed' },
    reaction: { emoji: '👏', message: 'Well done!', at: '2024-12-12T12:00:00.000Z' },
  }

  test('when history is open, then it is polled every 5 seconds', async () => {
    api.user = molly
    const page = await open('/history', { clock: true })
    await page.waitForURL('**/dashboard?tab=history')
    await page.getByRole('heading', { name: 'Welcome back, Molly!' }).waitFor()
    await page.getByText('No pranks sent yet.').waitFor()
    api.plans['GET /api/prank-history'] = { body: [entry] }
    const card = page.getByRole('listitem').filter({ hasText: 'Raw Potato' })
    await page.clock.runFor(5_000)
    await card.getByText('Paid').waitFor()
    expect(await card.textContent()).toContain('Dec 11, 2024')
    expect(await card.textContent()).toMatch(/Your name was revealed.*👏.*Dec 12, 2024.*Well done!/)
    expect(await card.textContent()).not.toContain('Details not available')
    const addressForgottenAt = '2025-01-25T12:00:00.000Z'
    api.plans['GET /api/prank-history'] = {
      body: [
        { ...entry, status: 'delivered', contactName: 'Forgotten', contactAddress: '', addressForgottenAt },
      ],
    }
    await page.clock.runFor(5_000)
    await card.getByText('Address forgotten on Jan 25, 2025').waitFor()
    expect(await card.textContent()).not.toContain('Bob')
    expect(await page.getByRole('button', { name: 'Recover Recent Data' }).count()).toBe(0)
  })

  test('when there is nothing to recover, then a toast is shown', async () => {
    api.user = molly
    api.plans['POST /api/migrate-guest-orders'] = {
      status: 404,
      body: { message: 'No recent orders found to recover.' },
    }
    const page = await open('/dashboard?tab=nobody-knows')
    await page.getByRole('button', { name: 'Recover Recent Data' }).click()
    await toastOf(page, 'Recovery Failed', 'No recent orders found to recover.').waitFor()
    expect(await page.getByRole('main').getByRole('link', { name: 'Verify Your Email' }).count()).toBe(0)
    api.plans['POST /api/migrate-guest-orders'] = { body: { message: 'Recovered 2 orders.', migrated: 2 } }
    await page.getByRole('button', { name: 'Recover Recent Data' }).click()
    await toastOf(page, 'Orders Recovered', 'Recovered 2 orders.').waitFor()
  })

  test('when the customer logs out and the call fails, then cart and targets are deleted anyway, and the session is ended by the next load', async () => {
    api.user = molly
    api.plans['POST /api/auth/logout'] = 'unavailable'
    const page = await open('/dashboard', { stored })
    await page.getByRole('heading', { name: 'Welcome back, Molly!' }).waitFor()
    await page.getByRole('button', { name: 'Open menu' }).click()
    await page.getByRole('button', { name: 'Logout' }).click()
    await toastOf(page, 'Logged Out').waitFor()
    await page.waitForURL(({ pathname }) => pathname === '/')
    expect(await storedIn(page, 'prankpost-cart')).toBeNull()
    for (const isReachable of [false, true]) {
      if (isReachable) delete api.plans['POST /api/auth/logout']
      await page.reload()
      await page.getByRole('button', { name: 'Open menu' }).click()
      await page.getByRole('dialog', { name: 'Menu' }).getByRole('button', { name: 'Sign In' }).waitFor()
      // The menu offers Sign In before the session is known, too.
      if (isReachable) await until(() => api.user === null)
      else expect(api.user).toEqual(molly)
    }
    api.calls = []
    await page.getByRole('button', { name: 'Sign In' }).click()
    await signIn(page)
    await toastOf(page, 'Success', 'Signed in successfully!').waitFor()
    expect(api.bodiesOf('POST /api/auth/logout')).toEqual([])
  })

  test('when the customer logs out and no answer comes, then cart and targets are deleted after a few seconds', async () => {
    api.user = molly
    api.plans['POST /api/auth/logout'] = { after: never }
    const page = await open('/dashboard', { stored })
    await page.getByRole('heading', { name: 'Welcome back, Molly!' }).waitFor()
    await page.getByRole('button', { name: 'Open menu' }).click()
    await page.getByRole('button', { name: 'Logout' }).click()
    await toastOf(page, 'Logged Out').waitFor()
    expect(await storedIn(page, 'prankpost-cart')).toBeNull()
  })
})
