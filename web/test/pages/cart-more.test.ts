import { maxCartItems } from '@prankpost/contracts/constants'
import type { Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import { violationsOf } from '../../../test/support/axe.ts'
import { keyboardOf } from '../../../test/support/keyboard.ts'
import { cartItemOf } from '../../src/lib/cart.ts'
import { bob, idOf, molly, pranks } from '../samples.ts'
import { storedIn, toastOf, withStore } from './store.ts'

const { api, open } = withStore()
const [potato, glitter] = pranks as [(typeof pranks)[0], (typeof pranks)[0]]
const ann = { ...bob, id: idOf(501), name: 'Ann Onymous', address2: 'Unit 5' }
const cyd = { ...bob, id: idOf(502), name: 'Cyd Saloon' }
const items = [cartItemOf(potato, bob), cartItemOf(glitter, bob)]
const total = (page: Page) => page.getByRole('region', { name: 'Order Summary' }).getByText(/^\$\d/).first()
const quantity = (page: Page) =>
  page.getByRole('group', { name: 'Quantity of Raw Potato for Bob Butterfingers' })

const openCart = async (cart = items) => {
  api.user = molly
  api.contacts = [bob, ann, cyd]
  return await open('/cart', { stored: { 'prankpost-cart': cart } })
}
/** Opens the choice of further targets for the first item. */
const openChoice = async (page: Page) => {
  await page.getByRole('button', { name: 'More targets' }).first().click()
  const dialog = page.getByRole('dialog', { name: 'More targets' })
  await dialog.getByText('Who else gets the Raw Potato?').waitFor()
  return dialog
}

describe('the quantity of an item', () => {
  test('when it is changed, then total, badge and storage follow, and a reload keeps it', async () => {
    const page = await openCart()
    const [less, more] = ['Decrease', 'Increase'].map((name) => quantity(page).getByRole('button', { name }))
    expect(await less?.isDisabled()).toBe(true)
    await more?.click()
    await more?.click()
    expect(await quantity(page).getByRole('status').textContent()).toBe('3')
    expect(await total(page).textContent()).toBe('$19.96')
    await page.getByRole('link', { name: 'Cart, 4 items' }).waitFor()
    await less?.click()
    await page.reload()
    expect(await quantity(page).getByRole('status').textContent()).toBe('2')
    expect(await storedIn(page, 'prankpost-cart')).toMatchObject([{ quantity: 2 }, { quantity: 1 }])
  })

  test('when it is 10, then it cannot be increased, and that many are ordered', async () => {
    const page = await openCart([{ ...cartItemOf(potato, bob), quantity: 9 }])
    const { press, goTo } = keyboardOf(page)
    const more = quantity(page).getByRole('button', { name: 'Increase' })
    await goTo(more)
    await press('Enter')
    expect(await more.isDisabled()).toBe(true)
    expect(await total(page).textContent()).toBe('$49.90')
    await page.getByRole('button', { name: 'Pay Now' }).click()
    await page.getByRole('button', { name: 'Pay $49.90 Securely' }).click()
    await page.waitForURL('**/pay-here')
    expect(api.bodiesOf('POST /api/create-order-record')).toMatchObject([
      { total: '49.90', cartItems: [{ quantity: 10 }] },
    ])
  })
})

describe('more targets', () => {
  test('when some are chosen, then each gets the prank once, right after the item', async () => {
    const page = await openCart([{ ...cartItemOf(potato, bob), quantity: 3 }, cartItemOf(glitter, bob)])
    const dialog = await openChoice(page)
    await dialog.getByRole('checkbox').nth(1).waitFor()
    expect(await dialog.getByRole('checkbox').count()).toBe(2)
    expect(await dialog.getByRole('button', { name: 'Add Target', exact: true }).isDisabled()).toBe(true)
    for (const name of [/Ann Onymous/, /Cyd Saloon/]) await dialog.getByRole('checkbox', { name }).check()
    await dialog.getByRole('button', { name: 'Add 2 Targets' }).click()
    await toastOf(page, 'Added to Arsenal', 'Raw Potato for Ann Onymous, Cyd Saloon').waitFor()
    await dialog.waitFor({ state: 'hidden' })
    expect(await storedIn(page, 'prankpost-cart')).toMatchObject([
      { prankName: 'Raw Potato', contactId: bob.id, quantity: 3 },
      { prankName: 'Raw Potato', contactId: ann.id, contactAddress2: 'Unit 5', quantity: 1 },
      { prankName: 'Raw Potato', contactId: cyd.id, quantity: 1 },
      { prankName: 'Glitter of Doom', contactId: bob.id },
    ])
    expect(await total(page).textContent()).toBe('$29.94')
  })

  test('when all targets get it already, then a new one is added without leaving the cart', async () => {
    const page = await openCart([cartItemOf(potato, bob), cartItemOf(potato, ann), cartItemOf(potato, cyd)])
    const choice = await openChoice(page)
    await choice.getByText('All your targets get one already.').waitFor()
    await choice.getByRole('button', { name: 'Add New Target' }).click()
    const form = page.getByRole('dialog', { name: 'Add New Target' })
    for (const [label, value] of Object.entries({ Name: 'Dee', City: 'Elko', 'ZIP Code': '89801' }))
      await form.getByLabel(label).fill(value)
    await form.getByLabel('Address', { exact: true }).fill('2 Oak Road')
    await form.getByLabel('State').selectOption('NV')
    await form.getByRole('button', { name: 'Add Target' }).click()
    await choice.getByRole('checkbox', { name: /Dee/ }).check()
    await choice.getByRole('button', { name: 'Add Target', exact: true }).click()
    await page.getByRole('link', { name: 'Cart, 4 items' }).waitFor()
    expect(new URL(page.url()).pathname).toBe('/cart')
  })

  test('when the Arsenal becomes full, then no further target can be chosen', async () => {
    const page = await openCart([
      cartItemOf(potato, bob),
      ...Array.from({ length: maxCartItems - 2 }, () => cartItemOf(glitter, bob)),
    ])
    const dialog = await openChoice(page)
    await dialog.getByRole('checkbox', { name: /Ann Onymous/ }).check()
    await dialog.getByText('Your Arsenal is full').waitFor()
    expect(await dialog.getByRole('checkbox', { name: /Cyd Saloon/ }).isDisabled()).toBe(true)
  })

  test('when the address book cannot be read, then the dialog says so and can try again', async () => {
    api.plans['GET /api/contacts'] = { status: 500, body: { message: 'The book is on fire' } }
    const page = await openCart()
    const dialog = await openChoice(page)
    await dialog.getByRole('alert').filter({ hasText: 'The book is on fire' }).waitFor()
    delete api.plans['GET /api/contacts']
    await dialog.getByRole('button', { name: 'Try Again' }).click()
    await dialog.getByRole('checkbox', { name: /Ann Onymous/ }).waitFor()
  })

  test('when there is no mouse, then choosing works by key, and the focus returns to the button', async () => {
    const page = await openCart()
    const { waitForFocus, press, use } = keyboardOf(page)
    const opener = page.getByRole('button', { name: 'More targets' }).first()
    await use(opener)
    const dialog = page.getByRole('dialog', { name: 'More targets' })
    await use(dialog.getByRole('button', { name: 'Add New Target' }))
    await page.getByRole('dialog', { name: 'Add New Target' }).waitFor()
    await press('Escape')
    await use(dialog.getByRole('checkbox', { name: /Ann Onymous/ }), 'Space')
    expect(await violationsOf(page)).toEqual([])
    await press('Escape')
    await dialog.waitFor({ state: 'hidden' })
    await waitForFocus(opener)
    expect(await storedIn(page, 'prankpost-cart')).toHaveLength(2)
  })
})
