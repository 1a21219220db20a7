import type { SharedStack } from '@prankpost/test-harness'
import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import { gerald, toastOf } from './customer.ts'
import { sandboxOf } from './sandbox.ts'
import { Shopper } from './shopper.ts'

/** The targets by name. */
export const targets = [gerald.Name, 'Hilda Heron', 'Ivan Ibis'] as const

const post = async (page: Page, path: string, data: object) => {
  const answer = await page.request.post(path, { data })
  expect([path, answer.status()]).toEqual([path, answer.ok() ? answer.status() : 'done'])
  return answer.json()
}

/** Adds a target to the address book of the page's customer; returns its id. */
export async function addTarget(page: Page, name: string): Promise<string> {
  const place = { address: '1 Garden Path', city: 'Springfield', state: 'OR', zipCode: '97477' }
  return (await post(page, '/api/contacts', { name, ...place })).id
}

/** Pays for potatoes of the page's customer; returns the order's id. */
export async function buyPotatoes(page: Page, stack: SharedStack, contactId: string, count = 1) {
  const { cartItems, ...cart } = await new Shopper(stack).cart(count)
  const [{ prankId, quantity, price } = {}] = cartItems
  const order = { ...cart, cartItems: [{ prankId, quantity, price, contactId }] }
  const { orderId } = await post(page, '/api/create-order-record', order)
  const { sessionId } = await post(page, '/api/create-stripe-session', { orderId, total: cart.total })
  await sandboxOf(stack).pay(sessionId)
  return orderId as string
}

/** Pays the first month of a plan of three. */
export async function buyPlanOfThree(page: Page, stack: SharedStack) {
  const { sessionId } = await post(page, '/api/create-subscription-checkout', { prankCount: 3 })
  await sandboxOf(stack).pay(sessionId)
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
