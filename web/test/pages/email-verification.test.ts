import { networkMessage } from '@prankpost/web-kit'
import type { Locator, Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import { keyboardOf } from '../../../test/support/keyboard.ts'
import { molly, sentences } from '../samples.ts'
import { signIn, withStore } from './store.ts'

const { api, open } = withStore()
const verifying = 'POST /api/auth/verify-email'
const mailing = 'POST /api/auth/email-verification'
const link = '/verify-email#token=abc.def-_.ghi'
const information = (page: Page) => page.getByRole('region', { name: 'Account Information' })
const sendAgain = (page: Page) => page.getByRole('button', { name: 'Send Link Again' })
const customer = (isEmailVerified = false) => {
  api.user = molly
  api.isEmailVerified = isEmailVerified
}

const verifyButton = (page: Page) =>
  page.getByRole('main').getByRole('button', { name: 'Verify Email', exact: true })
const focused = (element: Locator) => element.and(element.page().locator(':focus')).waitFor()

describe('the link that verifies an email', () => {
  test('when a customer opens it, then nothing happens before a click, and one click verifies once', async () => {
    customer()
    const page = await open(link)
    await page.getByText(`Confirm that ${molly.email} is your email address.`).waitFor()
    await page.waitForURL((url) => url.hash === '')
    await page.waitForLoadState('networkidle')
    expect(api.bodiesOf(verifying)).toEqual([])
    expect(await page.locator('meta[name=robots]').getAttribute('content')).toBe('noindex')
    expect(await page.title()).toBe('Verify Your Email | PrankPost')

    await verifyButton(page).dblclick()
    await page.getByRole('heading', { name: 'Email Verified' }).waitFor()
    await page.getByText(sentences.verified).waitFor()
    expect(api.bodiesOf(verifying)).toEqual([{ token: 'abc.def-_.ghi' }])
    await page.getByRole('link', { name: 'Go to Your Account' }).click()
    await information(page).getByText('Verified', { exact: true }).waitFor()
    await page.goBack()
    await page.getByRole('heading', { name: 'Please Open the Link Again' }).waitFor()
    expect(api.bodiesOf(verifying)).toHaveLength(1)
  })

  test('when a guest opens it, then they sign in first, and the link is still on the same page', async () => {
    api.isEmailVerified = false
    const page = await open(link)
    await page.getByRole('heading', { name: 'Sign In to Verify Your Email' }).waitFor()
    await page.getByText('You did not create an account? Close this page, and nothing happens.').waitFor()
    await page.waitForLoadState('networkidle')
    expect(api.bodiesOf(verifying)).toEqual([])
    await page.getByRole('main').getByRole('button', { name: 'Sign In' }).click()
    await signIn(page)
    await verifyButton(page).click()
    await page.getByRole('heading', { name: 'Email Verified' }).waitFor()
    expect(api.bodiesOf(verifying)).toEqual([{ token: 'abc.def-_.ghi' }])
    expect(new URL(page.url()).pathname).toBe('/verify-email')
    // The link is deleted from this browser as soon as the customer has signed in.
    expect(await page.evaluate(() => JSON.stringify({ ...sessionStorage }))).not.toContain('abc.def')
  })

  test('when it is the link of another account, then an error is shown, and the customer can sign in to that account', async () => {
    customer()
    api.plans[verifying] = { status: 403, body: { message: sentences.otherAccount } }
    const page = await open(link)
    await verifyButton(page).click()
    const alert = page.getByRole('alert').filter({ hasText: sentences.otherAccount })
    await alert.getByText(`You are signed in as ${molly.email}.`).waitFor()
    await page.getByRole('button', { name: 'Use Another Account' }).click()
    await page.getByRole('dialog', { name: 'Sign In' }).waitFor()
    expect(api.user).toBeNull()
    delete api.plans[verifying]
    await signIn(page)
    await verifyButton(page).click()
    await page.getByRole('heading', { name: 'Email Verified' }).waitFor()
    expect(api.bodiesOf(verifying).map(({ token }) => token)).toEqual(['abc.def-_.ghi', 'abc.def-_.ghi'])
  })

  test('when the session ends before the click, then it prompts the customer to sign in', async () => {
    customer()
    const page = await open(link)
    await verifyButton(page).waitFor()
    api.user = null
    await verifyButton(page).click()
    await page.getByRole('heading', { name: 'Sign In to Verify Your Email' }).waitFor()
  })

  test('when it fails, then an error is shown; of an invalid link, a new one can be requested, which works in the same tab, by keyboard', async () => {
    customer()
    const page = await open(link)
    for (const [answer, why] of [
      [{ status: 503, body: { message: 'Please try again in a moment.' } }, 'Please try again in a moment.'],
      ['unavailable', networkMessage],
      [{ text: '<p>' }, 'could not read'],
      [{ status: 400, body: { message: sentences.notVerified } }, sentences.notVerified],
    ] as const) {
      api.plans[verifying] = answer
      await verifyButton(page).click()
      await page.getByRole('alert').filter({ hasText: why }).waitFor()
    }
    await sendAgain(page).click()
    await page.getByRole('status').filter({ hasText: sentences.mailed }).waitFor()
    expect(api.bodiesOf(mailing)).toHaveLength(1)
    delete api.plans[verifying]
    await page.evaluate(() => location.assign('/verify-email#token=fresh'))
    const { press, use } = keyboardOf(page)
    await use(verifyButton(page))
    await page.getByRole('heading', { name: 'Email Verified' }).waitFor()
    await focused(page.getByRole('main'))
    await press('Tab')
    await focused(page.getByRole('link', { name: 'Go to Your Account' }))
    expect(api.bodiesOf(verifying).map(({ token }) => token)).toEqual([
      ...Array(4).fill('abc.def-_.ghi'),
      'fresh',
    ])
  })

  test('when a guest opens the page without the link, then they sign in first', async () => {
    const page = await open('/verify-email')
    await page.getByRole('heading', { name: 'Please Open the Link Again' }).waitFor()
    expect(await sendAgain(page).count()).toBe(0)
    await page.getByRole('main').getByRole('button', { name: 'Sign In' }).click()
    await page.waitForURL('**/dashboard?tab=account')
    await page.getByRole('dialog', { name: 'Sign In' }).waitFor()
  })
})

describe('the email in the account', () => {
  test('when it is not verified, then a new link can be sent, once for a double click; an error shows the next step', async () => {
    customer()
    const page = await open('/dashboard?tab=account')
    await information(page).getByText('Not verified yet').waitFor()
    for (const [plan, why] of [
      [{ status: 429, body: { message: sentences.tooMany } }, sentences.tooMany],
      ['unavailable', networkMessage],
    ] as const) {
      api.plans[mailing] = plan
      await sendAgain(page).click()
      await information(page).getByRole('alert').filter({ hasText: why }).waitFor()
    }
    const { promise: after, resolve: answer } = Promise.withResolvers<void>()
    api.plans[mailing] = { body: { message: sentences.mailed }, after }
    api.calls = []
    await sendAgain(page).dblclick()
    answer()
    await information(page).getByText(sentences.mailed).waitFor()
    await information(page).getByText('spam folder').waitFor()
    expect(api.bodiesOf(mailing)).toHaveLength(1)

    api.plans[mailing] = { status: 401, body: { message: 'Unauthorized' } }
    await page.reload()
    await sendAgain(page).click()
    const alert = information(page).getByRole('alert').filter({ hasText: 'You are logged out.' })
    await alert.getByRole('button', { name: 'Sign in again' }).click()
    await page.getByRole('dialog', { name: 'Sign In' }).waitFor()
  })

  test('when it was verified in another tab, then returning to this tab or requesting a link shows it as verified', async () => {
    customer()
    const page = await open('/dashboard?tab=account')
    await information(page).getByText('Not verified yet').waitFor()
    api.isEmailVerified = true
    const already = 'Your email address is verified already.'
    api.plans[mailing] = { body: { message: already } }
    await sendAgain(page).click()
    await information(page).getByText('Verified', { exact: true }).waitFor()
    await information(page).getByRole('status').filter({ hasText: already }).waitFor()

    customer()
    await page.reload()
    await information(page).getByText('Not verified yet').waitFor()
    api.isEmailVerified = true
    await page.evaluate(() => globalThis.dispatchEvent(new Event('visibilitychange')))
    await information(page).getByText('Verified', { exact: true }).waitFor()
    expect(await sendAgain(page).count()).toBe(0)
  })

  test('when it was verified in another tab while another part of the dashboard was shown, then the account shows it as verified', async () => {
    customer()
    const page = await open('/dashboard?tab=account')
    await information(page).getByText('Not verified yet').waitFor()
    await page.getByRole('tab', { name: 'History' }).click()
    await page.getByText('No pranks sent yet.').waitFor()
    api.isEmailVerified = true
    await page.evaluate(() => globalThis.dispatchEvent(new Event('visibilitychange')))
    await page.getByRole('tab', { name: 'Account' }).click()
    await information(page).getByText('Verified', { exact: true }).waitFor()
  })
})
