import { signUpConsent } from '@prankpost/contracts/consent'
import type { Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import { violationsOf } from '../../../test/support/axe.ts'
import { keyboardOf } from '../../../test/support/keyboard.ts'
import { cartItemOf } from '../../src/lib/cart.ts'
import { dayFromToday } from '../../src/lib/day-from-today.ts'
import { bob, discountStored, idOf, markymarc, molly, pranks } from '../samples.ts'
import { signIn, storedIn, toastOf, withStore } from './store.ts'

const { api, open } = withStore()
const cart = pranks.slice(0, 2).map((prank) => cartItemOf(prank, bob))
const withCart = { stored: { 'prankpost-cart': cart } }
const total = (page: Page) => page.getByRole('region', { name: 'Order Summary' }).getByText(/^\$\d/).first()

describe('Your Arsenal', () => {
  test('when the stored cart cannot be read, then a link to the pranks is shown', async () => {
    const page = await open('/cart', { stored: { 'prankpost-cart': '{oops' } })
    await page.getByRole('link', { name: 'Browse Pranks' }).click()
    await page.waitForURL('**/')
  })

  test('when a target has a long name without a space, then the total stays on the screen of a phone', async () => {
    const name = 'Wolfeschlegelsteinhausenbergerdorffwarenhaus'
    const items = [cartItemOf(pranks[0] as (typeof pranks)[0], { ...bob, name })]
    const page = await open('/cart', { stored: { 'prankpost-cart': items }, width: 375 })
    await page.getByRole('list', { name: 'Items' }).getByText(name).waitFor()
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(375)
  })

  test('when items and discount are added and removed, then the total is updated', async () => {
    const page = await open('/cart', withCart)
    expect(await total(page).textContent()).toBe('$9.98')
    const apply = page.getByRole('button', { name: 'Apply' })
    expect(await apply.isDisabled()).toBe(true)
    await page.getByLabel('Discount Code').fill('NOPE')
    await apply.click()
    await toastOf(page, 'Invalid Code', 'The discount code you entered is not valid.').waitFor()
    await page.getByLabel('Discount Code').fill('markymarc')
    await apply.click()
    await toastOf(page, 'Discount Applied!').waitFor()
    expect(await total(page).textContent()).toBe('$1.98')
    expect(await storedIn(page, 'appliedDiscount')).toBe(true)
    const focused = page.locator(':focus')
    await focused.getByText('MARKYMARC').waitFor()
    await page.getByRole('button', { name: 'Remove discount' }).click()
    await toastOf(page, 'Discount Removed').waitFor()
    await focused.getByLabel('Discount Code').waitFor()
    await page.getByRole('button', { name: 'Remove Raw Potato for Bob Butterfingers' }).click()
    await toastOf(page, 'Removed from Arsenal').waitFor()
    expect(await total(page).textContent()).toBe('$4.99')
    await page.getByRole('link', { name: 'Cart, 1 item' }).waitFor()
  })

  test('when Remove is clicked twice by mistake, then the item that moved to its place stays', async () => {
    const page = await open('/cart', withCart)
    await page.getByRole('button', { name: 'Remove Raw Potato for Bob Butterfingers' }).dblclick()
    await toastOf(page, 'Removed from Arsenal').waitFor()
    expect(await storedIn(page, 'prankpost-cart')).toEqual(cart.slice(1))
    await page.getByRole('button', { name: /^Remove .* for Bob/ }).press('Enter')
    await page.getByRole('link', { name: 'Browse Pranks' }).waitFor()
  })

  test('when a reveal is chosen by keyboard, then mistakes are named at their fields, and the choice is stored and sent', async () => {
    const page = await open('/cart', withCart)
    const button = page.getByRole('button', { name: 'Stay anonymous' }).first()
    await button.press('Enter')
    const dialog = page.getByRole('dialog', { name: 'Reveal' })
    await dialog.getByRole('radio', { name: /^When guessed/ }).check()
    const save = dialog.getByRole('button', { name: 'Save Choice' })
    await save.press('Enter')
    const name = dialog.getByLabel('The name they see')
    await dialog.getByText('Please enter a name', { exact: true }).waitFor()
    await keyboardOf(page).waitForFocus(name)
    await name.fill('Aunt Zelda')
    const names = dialog.getByLabel('Names that are right')
    await names.fill('Zelda, !!')
    await names.press('Enter')
    await dialog.getByText('Each name needs a letter or a digit').waitFor()
    expect(await violationsOf(page)).toEqual([])
    await names.fill(' Zelda , Zed')
    await names.press('Enter')
    const chosen = page.getByRole('button', { name: 'Reveal when guessed' })
    await chosen.waitFor()
    const reveal = { mode: 'guess', name: 'Aunt Zelda', names: ['Zelda', 'Zed'] }
    expect(await storedIn(page, 'prankpost-cart')).toMatchObject([
      { reveal },
      { prankName: cart[1]?.prankName },
    ])
    await page.reload()
    await chosen.click()
    await dialog.getByRole('radio', { name: /^On a date/ }).check()
    await save.click()
    const date = dialog.getByLabel('Date', { exact: true })
    for (const day of ['', dayFromToday(45)]) {
      await date.fill(day)
      await save.click()
      await dialog.getByText(/^Please pick a day from tomorrow on, at most 45 days after/).waitFor()
    }
    expect(await date.getAttribute('max')).toBe(dayFromToday(44))
    await dialog.getByRole('radio', { name: /^Stay anonymous/ }).check()
    await save.click()
    await button.waitFor()
    expect(await storedIn(page, 'prankpost-cart')).toEqual(cart)
  })

  test('when a date is chosen by keyboard, then it is stored; when it is impossible later, then it is announced before the payment', async () => {
    api.user = molly
    const page = await open('/cart', withCart)
    await page.getByRole('button', { name: 'As soon as possible' }).first().press('Enter')
    const select = page.getByLabel('Arrives by')
    await select.getByRole('option', { name: 'Thu, Apr 1' }).waitFor({ state: 'attached' })
    await keyboardOf(page).waitForFocus(select)
    await page.keyboard.press('ArrowDown')
    await page.waitForFunction(() => localStorage.getItem('prankpost-cart')?.includes('2027-04-01'))
    expect(await violationsOf(page, { contrast: false })).toEqual([])
    expect(await storedIn(page, 'prankpost-cart')).toEqual([{ ...cart[0], arriveBy: '2027-04-01' }, cart[1]])
    await page.getByRole('button', { name: 'Pay Now' }).click()
    api.plans['GET /api/delivery-dates'] = { body: { dates: ['2027-04-02'] } }
    const message =
      'A parcel for Bob Butterfingers cannot arrive by Apr 1. The earliest possible date is Apr 2.'
    api.plans['POST /api/validate-order'] = { status: 400, body: { message } }
    await page.getByRole('button', { name: 'Pay $9.98 Securely' }).click()
    await toastOf(page, 'Order Creation Failed', message).waitFor()
    expect(api.bodiesOf('POST /api/validate-order')[0]).toMatchObject({
      cartItems: [{ arriveBy: '2027-04-01' }, {}],
    })
    await page.getByText(/^Raw Potato for Bob Butterfingers cannot arrive by Thu, Apr 1 any more/).waitFor()
    await page.getByRole('button', { name: 'Pay Now' }).waitFor()
    expect(await storedIn(page, 'prankpost-cart')).toEqual(cart)
  })

  test('when the shop has ended or changed the code, then the cart says so and has the new total', async () => {
    const stored = { ...withCart.stored, ...discountStored }
    api.plans['POST /api/discounts/check'] = { body: { ...markymarc, kind: 'percent', value: '20.00' } }
    const page = await open('/cart', { stored })
    await page.getByText('20% off your Arsenal.').waitFor()
    expect(await total(page).textContent()).toBe('$7.98')
    // A refused payment reads it again: the refusal may be about the code.
    api.user = molly
    api.plans['POST /api/validate-order'] = { status: 400, body: { message: 'The total has changed.' } }
    api.plans['POST /api/discounts/check'] = { body: { ...markymarc, kind: 'percent', value: '10.00' } }
    await page.reload()
    await page.getByText('10% off your Arsenal.').waitFor()
    api.plans['POST /api/discounts/check'] = { body: { ...markymarc, kind: 'percent', value: '50.00' } }
    await page.getByRole('button', { name: 'Pay Now' }).click()
    await page.getByRole('button', { name: /^Pay \$.* Securely$/ }).click()
    await page.getByText('50% off your Arsenal.').waitFor()
    api.plans['POST /api/discounts/check'] = { status: 400, body: { message: 'This code has ended.' } }
    await page.reload()
    await toastOf(page, 'Discount Removed', 'This code has ended.').waitFor()
    expect(await total(page).textContent()).toBe('$9.98')
    api.plans['POST /api/discounts/check'] = { body: markymarc }
    await page.getByLabel('Discount Code').fill('markymarc')
    await page.getByRole('button', { name: 'Apply' }).click()
    await page.getByText('Each prank is now $0.99.').first().waitFor()
    expect(await total(page).textContent()).toBe('$1.98')
  })

  test('when a guest signs in to pay, then a rejection keeps the text; then the payment panel opens, and local targets are saved', async () => {
    const local = { ...bob, id: 'local-1' }
    const items = [cartItemOf(pranks[0] as (typeof pranks)[0], local)]
    const page = await open('/cart', {
      stored: { 'prankpost-cart': items, 'prankpost-local-contacts': [local] },
    })
    await page.getByRole('button', { name: 'Sign In to Pay' }).click()
    await page.getByRole('dialog', { name: 'Sign In' }).waitFor()
    for (const width of [375, 1280]) {
      await page.setViewportSize({ width, height: 900 })
      expect(await violationsOf(page, { contrast: width === 375 })).toEqual([])
    }
    api.plans['POST /api/auth/login'] = { status: 401, body: { message: 'Invalid email or password' } }
    await signIn(page)
    await toastOf(page, 'Error', 'Invalid email or password').waitFor()
    expect(await page.getByLabel('Email').inputValue()).toBe(molly.email)
    delete api.plans['POST /api/auth/login']
    await signIn(page)
    await page.getByRole('button', { name: 'Pay $4.99 Securely' }).waitFor()
    await toastOf(page, 'Success', 'Signed in successfully!').waitFor()
    await page.waitForFunction(() => localStorage.getItem('prankpost-local-contacts') === '[]')
    expect(await storedIn(page, 'prankpost-cart')).toMatchObject([{ contactId: idOf(600) }])
    expect(await violationsOf(page, { contrast: false })).toEqual([])
    await page.getByRole('button', { name: 'Cancel Payment' }).click()
    await keyboardOf(page).waitForFocus(page.getByRole('button', { name: 'Pay Now' }))
  })

  test('when a price has changed, then the cart announces it, has the new total, and asks to pay once more', async () => {
    api.user = molly
    const page = await open('/cart', withCart)
    await page.getByRole('button', { name: 'Pay Now' }).click()
    await page.getByRole('button', { name: 'Pay $9.98 Securely' }).waitFor()
    const [potato, ...rest] = pranks as [(typeof pranks)[0], ...typeof pranks]
    api.plans['GET /api/pranks'] = { body: [{ ...potato, price: '5.49' }, ...rest] }
    const message = 'The price of Raw Potato is $5.49. Please reload your Arsenal and try again.'
    api.plans['POST /api/validate-order'] = { status: 400, body: { message } }
    await page.getByRole('button', { name: 'Pay $9.98 Securely' }).click()
    await toastOf(page, 'Order Creation Failed', message).waitFor()
    await page.getByText('The price of Raw Potato has changed: it is $5.49 now, and was $4.99.').waitFor()
    expect(await total(page).textContent()).toBe('$10.48')
    expect(await violationsOf(page, { contrast: false })).toEqual([])
    await page.getByRole('button', { name: 'Pay Now' }).click()
    await page.getByRole('button', { name: 'Pay $10.48 Securely' }).waitFor()
    await page.getByRole('button', { name: 'OK' }).click()
    expect(await page.getByText('has changed').count()).toBe(0)
    expect(await storedIn(page, 'prankpost-cart')).toMatchObject([{ price: '$5.49' }, { price: '$4.99' }])
  })

  test('when a prank is sold out or not on sale any more, then the cart says so before the payment, and shows current pictures', async () => {
    const picture = { src: '/media/b-224.webp', srcSet: '/media/b-112.webp 112w' }
    const [potato, , ...rest] = pranks as [(typeof pranks)[0], ...typeof pranks]
    api.plans['GET /api/pranks'] = { body: [{ ...potato, soldOut: true, picture }, ...rest] }
    const page = await open('/cart', { ...withCart, failing: /^\/media\// })
    await page.getByText('Raw Potato is sold out. Please remove it before you pay.').waitFor()
    expect(await page.getByText('Sold out', { exact: true }).count()).toBe(1)
    expect(await page.locator(`img[src="${picture.src}"]`).count()).toBe(1)
    const name = String(cart[1]?.prankName)
    await page.getByText(`${name} is not on sale any more. Please remove it before you pay.`).waitFor()
    expect(await violationsOf(page, { contrast: false })).toEqual([])
    await page.getByRole('button', { name: 'Remove Raw Potato for Bob Butterfingers' }).click()
    await page.getByText('is sold out').waitFor({ state: 'detached' })
    await page.getByRole('button', { name: `Remove ${name} for Bob Butterfingers` }).click()
    await page.getByText('not on sale any more').waitFor({ state: 'detached' })
  })

  test('when a guest creates an account to pay, then the panel opens without a reload', async () => {
    const page = await open('/cart', withCart)
    await page.getByRole('button', { name: 'Sign In to Pay' }).click()
    await page.getByLabel('Email').fill('typed@example.com')
    await page.getByRole('button', { name: 'Create Account' }).click()
    const dialog = page.getByRole('dialog', { name: 'Create Account' })
    expect(await dialog.getByLabel('Email').inputValue()).toBe('')
    await dialog.getByText(signUpConsent.wording, { exact: true }).waitFor()
    const privacy = dialog.getByRole('link', { name: 'Privacy Policy' })
    // In a new tab: what is typed so far stays.
    expect([await privacy.getAttribute('href'), await privacy.getAttribute('target')]).toEqual([
      '/privacy-policy',
      '_blank',
    ])
    for (const [label, value] of Object.entries({
      'First Name': 'Molly',
      'Last Name': 'Jester',
      Email: molly.email,
    }))
      await dialog.getByLabel(label).fill(value)
    await dialog.getByLabel('Password', { exact: true }).fill('hahaha123')
    await dialog.getByLabel('Confirm Password').fill('other')
    await dialog.getByRole('button', { name: 'Create Account' }).click()
    await toastOf(page, 'Error', 'Passwords do not match').waitFor()
    expect(api.bodiesOf('POST /api/auth/register')).toEqual([])
    await dialog.getByRole('button', { name: 'Show password' }).click()
    expect(await dialog.getByLabel('Confirm Password').getAttribute('type')).toBe('text')
    await dialog.getByLabel('Confirm Password').fill('hahaha123')
    await dialog.getByRole('button', { name: 'Create Account' }).click()
    await toastOf(page, 'Success', 'Account created successfully! You are now logged in.').waitFor()
    await page.getByRole('button', { name: 'Pay $9.98 Securely' }).waitFor()
  })

  test('when another customer creates an account after a session has ended, then the data of the former one is dropped', async () => {
    api.user = molly
    api.contacts = [bob]
    const page = await open('/', withCart)
    const logo = page.getByRole('banner').getByRole('link', { name: 'PrankPost' })
    await page.getByRole('button', { name: /^Bob Butterfingers/ }).waitFor()
    await page.getByRole('link', { name: 'Cart, 2 items' }).click()
    await page.getByRole('button', { name: 'Pay Now' }).click()
    api.user = null
    api.contacts = []
    api.plans['POST /api/validate-order'] = { status: 401, body: { message: 'Unauthorized' } }
    await page.getByRole('button', { name: 'Pay $9.98 Securely' }).click()
    await page.getByRole('button', { name: 'Sign In to Pay' }).click()
    await page.getByRole('button', { name: 'Create Account' }).click()
    const dialog = page.getByRole('dialog', { name: 'Create Account' })
    for (const [label, value] of Object.entries({
      'First Name': 'Ann',
      'Last Name': 'Onymous',
      Email: 'ann@example.com',
      'Confirm Password': 'hahaha123',
    }))
      await dialog.getByLabel(label).fill(value)
    await dialog.getByLabel('Password', { exact: true }).fill('hahaha123')
    await dialog.getByRole('button', { name: 'Create Account' }).click()
    await page.getByRole('button', { name: 'Pay $9.98 Securely' }).waitFor()
    await logo.click()
    const slots = page.getByRole('button', { name: 'Add Target', exact: true })
    await expect.poll(() => slots.count()).toBe(6)
  })
})
