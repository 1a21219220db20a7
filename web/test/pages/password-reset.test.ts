import { networkMessage } from '@prankpost/web-kit'
import type { Locator, Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import { keyboardOf } from '../../../test/support/keyboard.ts'
import { cartItemOf } from '../../src/lib/cart.ts'
import { bob, molly, pranks, sentences } from '../samples.ts'
import { storedIn, toastOf, withStore } from './store.ts'

const { api, open } = withStore()
const resetting = 'POST /api/auth/reset-password'
const link = '/reset-password#token=abc.def-_.ghi'
const password = 'giggle giggle'

const focused = (element: Locator) => element.and(element.page().locator(':focus')).waitFor()
const dialogOf = (page: Page, name = 'Forgot Your Password?') => page.getByRole('dialog', { name })
const save = async (page: Page, word = password) => {
  await page.getByLabel('New Password').fill(word)
  await page.getByRole('button', { name: 'Save New Password' }).click()
}

describe('the link that resets the password', () => {
  test('when it is opened, then the token is removed from the address, and the customer can sign in with the new password', async () => {
    const cart = [cartItemOf(pranks[0] as (typeof pranks)[0], bob)]
    const page = await open(link, { stored: { 'prankpost-cart': cart } })
    const field = page.getByLabel('New Password')
    await field.waitFor()
    await page.waitForURL((url) => url.pathname === '/reset-password' && url.hash === '')
    expect(await page.evaluate(() => history.length)).toBe(2)
    expect(await page.locator('meta[name=robots]').getAttribute('content')).toBe('noindex')
    expect(await page.title()).toBe('Set a New Password | PrankPost')
    expect(
      await page.evaluate(() => JSON.stringify([{ ...localStorage }, { ...sessionStorage }])),
    ).not.toContain('abc.def')
    expect([await field.getAttribute('type'), await field.getAttribute('autocomplete')]).toEqual([
      'password',
      'new-password',
    ])
    await page.getByRole('button', { name: 'Show password' }).click()
    expect(await field.getAttribute('type')).toBe('text')
    await page.getByText('everything saved in it is removed: targets, history and a running plan').waitFor()
    await save(page)
    await page.getByRole('heading', { name: 'Password Changed' }).waitFor()
    await page.getByText(sentences.reset).waitFor()
    expect(api.bodiesOf(resetting)).toEqual([{ token: 'abc.def-_.ghi', password }])

    await page.getByRole('main').getByRole('button', { name: 'Sign In' }).click()
    const dialog = dialogOf(page, 'Sign In')
    await dialog.getByLabel('Email').fill(molly.email)
    await dialog.getByLabel('Password', { exact: true }).fill(password)
    await page.keyboard.press('Enter')
    await toastOf(page, 'Success', 'Signed in successfully!').waitFor()
    await page.waitForURL('**/dashboard?tab=account')
    await page.getByRole('region', { name: 'Account Information' }).waitFor()
    expect(await storedIn(page, 'prankpost-cart')).toHaveLength(1)
  })

  test('when only the keyboard is used, then it works, and the focus moves to the result', async () => {
    const page = await open(link)
    const { press, type, use } = keyboardOf(page)
    await type(page.getByLabel('New Password'), 'short')
    await press('Enter')
    await page.getByText('Password must be at least 8 characters').waitFor()
    await focused(page.getByLabel('New Password'))
    expect(api.bodiesOf(resetting)).toEqual([])
    await page.keyboard.type(' but longer')
    await press('Enter')
    await page.getByRole('heading', { name: 'Password Changed' }).waitFor()
    await focused(page.getByRole('main'))
    await use(page.getByRole('main').getByRole('button', { name: 'Sign In' }))
    await focused(dialogOf(page, 'Sign In').getByLabel('Email'))
  })

  test('when the link was used already, then an error is shown, and a new one can be sent', async () => {
    api.plans[resetting] = { status: 400, body: { message: sentences.used } }
    api.user = molly
    const page = await open(link)
    await save(page)
    await page.getByRole('alert').filter({ hasText: sentences.used }).waitFor()
    // Perhaps it was used by an earlier try whose answer was lost: then the password is changed.
    await page.getByRole('heading', { name: 'This Link Does Not Work Any More' }).waitFor()
    await page.getByRole('button', { name: 'Send a New Link' }).click()
    expect(await dialogOf(page).getByLabel('Email').inputValue()).toBe(molly.email)
    await dialogOf(page).getByRole('button', { name: 'Send Link' }).click()
    await dialogOf(page).getByText(sentences.forgotten).waitFor()
    await page.keyboard.press('Escape')
    // The new link is opened in the same tab.
    delete api.plans[resetting]
    await page.evaluate(() => location.assign('/reset-password#token=fresh'))
    await save(page)
    await page.getByRole('heading', { name: 'Password Changed' }).waitFor()
    expect(api.bodiesOf(resetting).map(({ token }) => token)).toEqual(['abc.def-_.ghi', 'fresh'])
  })

  test('when there is no token, also after a reload, then the page explains the next step', async () => {
    const page = await open(link)
    await page.getByLabel('New Password').waitFor()
    await page.waitForURL((url) => url.hash === '')
    await page.reload()
    await page.getByRole('heading', { name: 'Please Open the Link Again' }).waitFor()
    for (const address of ['/reset-password', '/reset-password#token=', '/reset-password#main']) {
      await page.goto('/support')
      await page.goto(address)
      await page.getByRole('heading', { name: 'Please Open the Link Again' }).waitFor()
    }
    await page.getByRole('button', { name: 'Send a New Link' }).click()
    await dialogOf(page).waitFor()
  })

  test('when saving fails, then the entered text is kept; saving again shows progress, saves once, and ends the session in this browser', async () => {
    api.user = molly
    const page = await open(link)
    await page.getByLabel('New Password').fill(password)
    for (const [answer, why] of [
      ['unavailable', networkMessage],
      [{ status: 503, body: { message: 'Please try again in a moment.' } }, 'Please try again in a moment.'],
      [{ status: 429, body: { message: sentences.tooMany } }, sentences.tooMany],
    ] as const) {
      api.plans[resetting] = answer
      await page.getByRole('button', { name: 'Save New Password' }).click()
      await page.getByRole('alert').filter({ hasText: why }).waitFor()
      expect(await page.getByLabel('New Password').inputValue()).toBe(password)
    }
    api.calls = []
    const { promise: after, resolve: answer } = Promise.withResolvers<void>()
    api.plans[resetting] = () => {
      api.user = null
      return { body: { message: sentences.reset }, after }
    }
    await page.getByRole('button', { name: 'Save New Password' }).click()
    await page.getByRole('button', { name: 'Saving...' }).click({ force: true })
    answer()
    await page.getByRole('heading', { name: 'Password Changed' }).waitFor()
    expect(api.bodiesOf(resetting)).toHaveLength(1)
    await page.getByRole('button', { name: 'Open menu' }).click()
    await page.getByRole('dialog', { name: 'Menu' }).getByRole('button', { name: 'Sign In' }).waitFor()
  })
})
