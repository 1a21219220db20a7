import { describe, expect, test } from 'vitest'
import { withRealStore } from '../support/real-store.ts'
import { sandboxOf } from '../support/sandbox.ts'
import { fillCart, payOnHostedPage, signUpToPay } from '../support/store-actions.ts'

const { open, stack, wire } = withRealStore()

/** A customer's browser without any data, as on a new phone or laptop. */
const openStore = (viewport?: { width: number; height: number }) => open('/', undefined, viewport)

const email = () => `browser-${Date.now()}-${Math.round(Math.random() * 1e6)}@customers.test`

describe('one purchase in a real browser', () => {
  test('when a guest on a phone chooses a prank, signs up and pays then the paid order is in the history', async () => {
    const address = email()
    const page = await openStore({ width: 375, height: 812 })
    await fillCart(page)
    await signUpToPay(page, address)
    await page.getByRole('button', { name: 'Pay $4.99 Securely' }).click()
    await payOnHostedPage(page)
    await page.waitForURL('**/success?*')
    await page
      .getByRole('link', { name: /history/i })
      .first()
      .click()
    await page.waitForURL('**/dashboard?tab=history')
    const entry = page.getByRole('listitem').filter({ hasText: 'Raw Potato' })
    await entry.waitFor()
    const text = (await entry.textContent()) ?? ''
    expect(text).toContain('Gerald Snail')
    expect(text).toContain('1 Garden Path')
    expect(text).toContain('$4.99')
    expect(text.toLowerCase()).toContain('paid')
    expect(await page.evaluate(() => localStorage.getItem('prankpost-cart'))).toBeNull()
    const { sessions } = await sandboxOf(stack()).state()
    const own = sessions.filter(({ customer_details }) => customer_details?.email === address)
    expect(own).toMatchObject([{ amount_total: 499, payment_status: 'paid' }])
    expect(await wire().problems()).toEqual([])
    expect([...(wire().seen.get('POST /api/confirm-payment-success') ?? [])]).toContain(200)
  })

  test('when the card is declined and the customer goes back, then the cart is unchanged, and another attempt pays', async () => {
    const page = await openStore()
    await fillCart(page)
    await signUpToPay(page, email())
    await page.getByRole('button', { name: 'Pay $4.99 Securely' }).click()
    await payOnHostedPage(page, '4000 0000 0000 0002')
    await page.getByText('Your card was declined.').waitFor()
    await page.getByRole('link', { name: 'Back' }).click()
    await page.waitForURL('**/cart')
    await page.getByRole('button', { name: 'Pay Now' }).click()
    await page.getByRole('button', { name: 'Pay $4.99 Securely' }).click()
    await payOnHostedPage(page)
    await page.waitForURL('**/success?*')
    await page
      .getByRole('link', { name: /history/i })
      .first()
      .waitFor()
  }, 60_000)
})
