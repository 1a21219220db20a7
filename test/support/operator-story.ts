import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import { chooseInMenu, fillTarget, gerald, payOnHostedPage, sendPotato, toastOf } from './customer.ts'
import type { Account } from './real-store.ts'

/** The targets by name. */
export const targets = [gerald.Name, 'Hilda Heron', 'Ivan Ibis'] as const

/** In the store: signs up through the menu, and fills the address book. */
export async function signUp(page: Page, { email, password, firstName, lastName }: Account) {
  await chooseInMenu(page, 'Sign In')
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('button', { name: 'Create Account' }).click()
  const details = {
    'First Name': firstName,
    'Last Name': lastName,
    Email: email,
    Password: password,
    'Confirm Password': password,
  }
  for (const [label, value] of Object.entries(details))
    await dialog.getByRole('textbox', { name: label, exact: true }).fill(value)
  await dialog.getByRole('button', { name: 'Create Account' }).first().click()
  await toastOf(page, 'Account created successfully! You are now logged in.').waitFor()
  await dialog.waitFor({ state: 'hidden' })
  for (const name of targets) {
    await page.getByRole('button', { name: 'Add Targets' }).click()
    await fillTarget(page, { ...gerald, Name: name })
    await page.getByRole('button', { name: new RegExp(name) }).waitFor()
  }
}

/** Pays for one potato in the Arsenal. */
export async function buyPotato(page: Page, target: string) {
  await sendPotato(page, target)
  await page.getByRole('link', { name: 'Cart, 1 item' }).click()
  await page.getByRole('button', { name: 'Pay Now' }).click()
  await page.getByRole('button', { name: 'Pay $4.99 Securely' }).click()
  await payOnHostedPage(page, '$4.99')
  await page.getByRole('heading', { name: 'Payment Successful!' }).waitFor()
}

/** Subscribes to three pranks a month. */
export async function buyPlanOfThree(page: Page) {
  await page.goto('/')
  for (let pranks = 1; pranks < 3; pranks += 1) await page.getByRole('button', { name: 'Increase' }).click()
  await page.getByRole('button', { name: 'Subscribe Now' }).click()
  await page.getByRole('button', { name: 'Start Subscription' }).click()
  await payOnHostedPage(page, '$14.97')
  await page.getByRole('heading', { name: 'Subscription Activated!' }).waitFor()
}

/** Removes a target from the address book. */
export async function removeTarget(page: Page, name: string) {
  await page.goto('/targets')
  page.once('dialog', (dialog) => dialog.accept())
  await page.getByRole('button', { name: `Delete ${name}` }).click()
  await toastOf(page, 'Target Removed').waitFor()
}

/** Waits until the customer's History has this many lines of this status. */
export async function seeHistory(page: Page, status: string, count: number) {
  await page.goto('/dashboard?tab=history')
  const lines = page.getByRole('main').getByRole('listitem').filter({ hasText: status })
  await lines.nth(count - 1).waitFor()
  expect(await lines.count()).toBe(count)
  return lines
}

/** Cancels the plan in the account, after checking the text of the dialog. */
export async function cancelPlan(page: Page) {
  await page.goto('/dashboard?tab=account')
  const status = page.getByRole('region', { name: 'Subscription Status' })
  await status.getByRole('button', { name: 'Cancel Subscription' }).click()
  const dialog = page.getByRole('dialog', { name: 'Cancel Subscription' })
  await dialog.getByText('Cancellation is immediate.').waitFor()
  await dialog.getByRole('button', { name: 'Cancel Subscription' }).click()
  await toastOf(page, 'Subscription Cancelled').waitFor()
  await status.getByText('Inactive', { exact: true }).waitFor()
}
