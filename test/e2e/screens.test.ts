import { until } from '@prankpost/test-harness'
import { describe, expect, test } from 'vitest'
import {
  chooseInMenu,
  fillTarget,
  payOnHostedPage,
  sendPotato,
  sendPotatoToNewTarget,
  storedIn,
  toastOf,
} from '../support/customer.ts'
import { newAccount, withRealStore } from '../support/real-store.ts'
import { sandboxOf } from '../support/sandbox.ts'

const { expectRefusals, open, register, stack } = withRealStore()
const cart = 'prankpost-cart'
const locals = 'prankpost-local-contacts'

test('when targets are added, edited and deleted on the dashboard and on their own page, then address book and Arsenal are updated', async () => {
  const page = await open('/dashboard?tab=targets', newAccount())
  const book = async () => (await page.request.get('/api/contacts')).json()
  const asked: string[] = []
  page.on('dialog', (dialog) => {
    asked.push(dialog.message())
    void (asked.length === 1 ? dialog.dismiss() : dialog.accept())
  })
  await page.getByRole('button', { name: 'Add Target' }).click()
  await page.getByRole('dialog', { name: 'Add New Target' }).waitFor()
  await fillTarget(page)
  await toastOf(page, 'Contact added successfully!').waitFor()
  expect(await book()).toMatchObject([{ name: 'Gerald Snail', zipCode: '97477' }])

  await page.goto('/')
  await sendPotato(page)
  await page.goto('/targets')
  await page.getByRole('button', { name: 'Edit Gerald Snail' }).click()
  await page.getByRole('dialog', { name: 'Edit Target' }).waitFor()
  await fillTarget(page, { City: 'Salem' })
  await toastOf(page, 'Target Updated').waitFor()
  await page.getByText(/Salem, OR/).waitFor()
  expect(await book()).toMatchObject([{ city: 'Salem' }])
  expect(await storedIn(page, cart)).toMatchObject([{ contactCity: 'Salem' }])

  const deletion = page.getByRole('button', { name: 'Delete Gerald Snail' })
  await deletion.click()
  await until(() => asked.length === 1)
  expect(await book()).toHaveLength(1)
  await deletion.click()
  await toastOf(page, 'Target Removed').waitFor()
  await deletion.waitFor({ state: 'hidden' })
  const question = 'Are you sure you want to remove this target?'
  expect(asked).toEqual([question, question])
  expect(await book()).toEqual([])
  await page.getByRole('link', { name: 'Cart, 0 items' }).waitFor()
})

describe('a guest who becomes a customer', () => {
  test('when they sign in, then targets move to the address book, and MARKYMARC gives the exact discount', async () => {
    const account = newAccount()
    await register(account)
    const page = await open('/', undefined, { motion: true })
    await sendPotatoToNewTarget(page)
    expect(await storedIn(page, locals)).toMatchObject([{ id: expect.stringMatching(/^local-\d+$/) }])
    await chooseInMenu(page, 'Sign In')
    const dialog = page.getByRole('dialog', { name: 'Sign In' })
    await dialog.getByLabel('Email').fill(account.email)
    await dialog.getByLabel('Password', { exact: true }).fill(account.password)
    await dialog.getByRole('button', { name: 'Sign In' }).click()
    await toastOf(page, 'Signed in successfully!').waitFor()
    const book = await until(async () => {
      const contacts: { id: string }[] = await (await page.request.get('/api/contacts')).json()
      return contacts.length > 0 ? contacts : null
    })
    expect(book).toMatchObject([{ name: 'Gerald Snail', address: '1 Garden Path' }])
    await until(async () => (await storedIn(page, cart))?.[0].contactId === book[0]?.id)
    expect(await storedIn(page, locals)).toEqual([])

    await page.getByRole('link', { name: 'Cart, 1 item' }).click()
    const summary = page.getByRole('region', { name: 'Order Summary' })
    const apply = summary.getByRole('button', { name: 'Apply' })
    expect(await apply.isDisabled()).toBe(true)
    expectRefusals('400 /api/discounts/check')
    await summary.getByLabel('Discount Code').fill('HALFOFF')
    await apply.click()
    await toastOf(page, 'The discount code you entered is not valid.').waitFor()
    await summary.getByLabel('Discount Code').fill('markymarc')
    await apply.click()
    await toastOf(page, 'Discount Applied!').waitFor()
    await summary.getByRole('button', { name: 'Pay Now' }).click()
    await summary.getByRole('button', { name: 'Pay $0.99 Securely' }).click()
    await payOnHostedPage(page, '$0.99')
    await page.getByRole('heading', { name: 'Payment Successful!' }).waitFor()
    const { sessions } = await sandboxOf(stack()).state()
    const paid = sessions.filter((session) => session.customer_details?.email === account.email)
    expect(paid.map((session) => session.amount_total)).toEqual([99])
    await page.getByRole('link', { name: 'View Prank History' }).click()
    await page.getByRole('listitem').filter({ hasText: 'Gerald Snail' }).getByText('$0.99').waitFor()
    for (const key of [cart, 'appliedDiscount', 'discountCode']) expect(await storedIn(page, key)).toBeNull()
  })
})

describe('the checkout and the pages after it', () => {
  test('when a card is declined at /checkout, then the cart is unchanged, another attempt pays, and First Strike is unlocked', async () => {
    const page = await open('/', newAccount(), { motion: true })
    await sendPotatoToNewTarget(page)
    await page.goto('/checkout')
    expect(await page.getByRole('link', { name: 'Back to Cart' }).getAttribute('href')).toBe('/cart')
    await page.getByRole('button', { name: 'Pay $4.99' }).click()
    await page.getByLabel('Card number').fill('4000 0000 0000 0002')
    await page.getByRole('button', { name: 'Pay', exact: true }).click()
    await page.getByText('Your card was declined.').waitFor()
    expectRefusals('402 /api/confirm-payment-success')
    await page.getByRole('link', { name: 'Back' }).click()
    await page.waitForURL('**/cart')
    await page.getByRole('button', { name: 'Pay Now' }).click()
    await page.getByRole('button', { name: 'Pay $4.99 Securely' }).click()
    await payOnHostedPage(page, '$4.99')
    await page.getByRole('heading', { name: 'Payment Successful!' }).waitFor()
    await until(async () => {
      const list: { title: string; unlocked: boolean }[] = await (
        await page.request.get('/api/achievements')
      ).json()
      return list.some(({ title, unlocked }) => title === 'First Strike' && unlocked)
    })
    await page.goto('/achievements')
    const unlocked = page.getByRole('region', { name: 'Unlocked Achievements' })
    const strike = unlocked.getByRole('listitem').filter({ hasText: 'First Strike' })
    await strike.getByText('1/1 - Complete!').waitFor()
    await page.goto('/checkout')
    await toastOf(page, 'Your cart is empty. Please add items before checkout.').waitFor()
    await page.waitForURL('**/cart')
    await page.getByRole('link', { name: 'Browse Pranks' }).waitFor()
  })

  test('when a customer subscribes, then the plan runs until they cancel it', async () => {
    const page = await open('/', newAccount(), { motion: true })
    await page.getByRole('button', { name: 'Increase' }).click()
    await page.getByRole('button', { name: 'Subscribe Now' }).click()
    await page.waitForURL('**/subscribe')
    await page.getByRole('button', { name: 'Start Subscription' }).click()
    await payOnHostedPage(page, '$9.98')
    await page.getByRole('heading', { name: 'Subscription Activated!' }).waitFor()
    await page.goto('/dashboard?tab=account')
    const status = page.getByRole('region', { name: 'Subscription Status' })
    await status.getByText('Active', { exact: true }).waitFor()
    await status.getByText('2', { exact: true }).waitFor()
    await status.getByRole('button', { name: 'Cancel Subscription' }).click()
    const dialog = page.getByRole('dialog', { name: 'Cancel Subscription' })
    await dialog.getByText('$9.98').waitFor()
    await dialog.getByRole('button', { name: 'Keep Subscription' }).click()
    await dialog.waitFor({ state: 'hidden' })
    await status.getByRole('button', { name: 'Cancel Subscription' }).click()
    await dialog.getByRole('button', { name: 'Cancel Subscription' }).click()
    await toastOf(page, 'Subscription Cancelled').waitFor()
    await status.getByText('Inactive', { exact: true }).waitFor()
    await status.getByRole('link', { name: 'Reactivate Subscription' }).waitFor()
  })
})
