import { until } from '@prankpost/test-harness'
import type { Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import { toastOf } from '../support/customer.ts'
import { importOrders, orderOfYesterday } from '../support/import-orders.ts'
import { tokensTo } from '../support/mails.ts'
import { newAccount, withRealStore } from '../support/real-store.ts'

const { expectRefusals, open, stack } = withRealStore()
const newPassword = 'another horse'

/** Opens the newest mail on the mail catcher's page, in the browser of `page`, and follows its newest link. */
async function followLink(page: Page, email: string, purpose: 'verify-email' | 'reset-password') {
  const token = await until(async () => (await tokensTo(stack(), email, purpose))[0])
  const tab = await page.context().newPage()
  await tab.goto(`${stack().baseUrl}/${purpose}#token=${token}`)
  await tab.waitForURL((url) => url.pathname === `/${purpose}` && url.hash === '')
  return tab
}

async function signIn(page: Page, email: string, password: string) {
  const dialog = page.getByRole('dialog', { name: 'Sign In' })
  await dialog.getByLabel('Email').fill(email)
  await dialog.getByLabel('Password', { exact: true }).fill(password)
  await dialog.getByRole('button', { name: 'Sign In', exact: true }).click()
}

describe('an account in the browser', () => {
  test('when a former guest follows the link in the mail, then they recover their orders', async () => {
    expectRefusals('403 /api/migrate-guest-orders')
    const account = newAccount()
    await importOrders(stack(), [orderOfYesterday(account.email)])
    const page = await open('/dashboard', account)
    await page.getByRole('button', { name: 'Recover Recent Data' }).click()
    await toastOf(page, 'Please verify your email address first.').waitFor()
    await page.getByRole('main').getByRole('link', { name: 'Verify Your Email' }).press('Enter')
    const information = page.getByRole('region', { name: 'Account Information' })
    await information.getByText('Not verified yet').waitFor()
    await page.waitForFunction(() => document.activeElement?.id === 'main')

    const link = await followLink(page, account.email, 'verify-email')
    await link.getByRole('button', { name: 'Verify Email' }).click()
    await link.getByRole('heading', { name: 'Email Verified' }).waitFor()
    await link.getByRole('link', { name: 'Go to Your Account' }).click()
    await link
      .getByRole('region', { name: 'Account Information' })
      .getByText('Verified', { exact: true })
      .waitFor()
    await page.getByRole('tab', { name: 'History' }).click()
    await page.getByRole('button', { name: 'Recover Recent Data' }).click()
    await toastOf(page, 'Recovered 1 recent order.').waitFor()
    await page.getByRole('listitem').filter({ hasText: 'Gerald Oldshop' }).waitFor()
  })

  test('when the password is forgotten, then the new one signs in, the old one is refused, and other devices are signed out', async () => {
    // The laptop still has the cookie of the session that was ended.
    expectRefusals(
      '401 /api/auth/user',
      '401 /api/prank-history',
      '401 /api/auth/login',
      '400 /api/auth/reset-password',
    )
    const account = newAccount()
    const { email, password } = account
    const laptop = await open('/dashboard', account)
    await laptop.getByRole('heading', { name: 'Welcome back, Pat!' }).waitFor()
    const phone = await open('/?signin=1')
    await phone.getByRole('dialog').getByLabel('Email').fill(email)
    await phone.getByRole('button', { name: 'Forgot password?' }).click()
    await phone.getByRole('button', { name: 'Send Link' }).click()
    await phone.getByText('If there is an account with this email').waitFor()

    const link = await followLink(phone, email, 'reset-password')
    await link.getByLabel('New Password').fill(newPassword)
    await link.getByRole('button', { name: 'Save New Password' }).click()
    await link.getByRole('heading', { name: 'Password Changed' }).waitFor()
    await link.getByRole('main').getByRole('button', { name: 'Sign In' }).click()
    await signIn(link, email, password)
    await link
      .getByRole('dialog')
      .getByRole('alert')
      .filter({ hasText: 'Invalid email or password' })
      .waitFor()
    await signIn(link, email, newPassword)
    await link
      .getByRole('region', { name: 'Account Information' })
      .getByText('Verified', { exact: true })
      .waitFor()

    await laptop.reload()
    await laptop.getByText('Please log in to access your dashboard.').waitFor()
    const again = await followLink(phone, email, 'reset-password')
    await again.getByLabel('New Password').fill('stolen horse')
    await again.getByRole('button', { name: 'Save New Password' }).click()
    await again.getByText('This link was used already or is too old.').waitFor()
    expect(new URL(again.url()).hash).toBe('')
  })
})
