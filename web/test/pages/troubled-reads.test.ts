import { test } from 'vitest'
import { historyEntry, orderId } from '../order-samples.ts'
import { bob, molly, planOf, pranks } from '../samples.ts'
import type { FakeAnswer } from './fake-api.ts'
import { withStore } from './store.ts'

const { api, open } = withStore()

/** The screens that read data, one for each list that several of them show: its address, the call, a good answer, and the text that shows that it arrived. */
const screens: [address: string, read: string, good: FakeAnswer | undefined, shows: string][] = [
  ['/', 'GET /api/pranks', { body: pranks }, String(pranks[0]?.name)],
  ['/pranks/raw-potato', 'GET /api/pranks/raw-potato', undefined, 'One raw potato.'],
  ['/dashboard', 'GET /api/prank-history', { body: [historyEntry] }, bob.name],
  ['/dashboard?tab=targets', 'GET /api/contacts', undefined, bob.name],
  ['/dashboard?tab=achievements', 'GET /api/achievements', undefined, 'First Strike'],
  ['/dashboard?tab=account', 'GET /api/subscriptions', { body: [planOf('active')] }, 'Upgrade'],
  ['/dashboard?tab=account', 'GET /api/auth/email-verification', undefined, 'Verified'],
  [`/order?id=${orderId}`, `GET /api/orders/${orderId}`, undefined, 'Order 00000777'],
]

test('when the call of a screen is pending and then fails, then it shows both, and trying again loads the data', async () => {
  api.user = molly
  api.contacts = [bob]
  const page = await open('/terms-of-service')
  for (const [address, read, good, shows] of screens) {
    const { promise: after, resolve: answer } = Promise.withResolvers<void>()
    const message = `${read} is on fire at ${address}`
    api.plans[read] = { status: 500, body: { message }, after }
    await page.goto(address)
    await page.getByRole('status', { name: 'Loading' }).first().waitFor()
    answer()
    await page.getByRole('main').getByText(message).first().waitFor()
    if (good === undefined) delete api.plans[read]
    else api.plans[read] = good
    await page.getByRole('main').getByRole('button', { name: 'Try Again' }).first().click()
    await page.getByText(shows).first().waitFor()
  }
})

test('the home page, when an answer is broken, slow or missing, then it says so, and recovers by a click or by itself', async () => {
  const read = 'GET /api/pranks'
  const potato = String(pranks[0]?.name)
  // The failures that the query layer of all screens distinguishes.
  api.plans[read] = { text: '<p>hi' }
  const page = await open('/')
  const main = page.getByRole('main')
  await main.getByText('could not read').first().waitFor()
  const { promise: after, resolve: answer } = Promise.withResolvers<void>()
  api.plans[read] = { text: '[{"id":1}]', after }
  await main.getByRole('button', { name: 'Try Again' }).first().click()
  await page.getByText('This takes longer than usual').first().waitFor()
  answer()
  await main.getByText('could not read').first().waitFor()
  delete api.plans[read]
  await main.getByRole('button', { name: 'Try Again' }).first().click()
  await page.getByText(potato).first().waitFor()

  api.plans[read] = 'unavailable'
  await page.reload()
  await page.getByText('No connection yet. Trying again...').first().waitFor()
  delete api.plans[read]
  await page.getByText(potato).first().waitFor()
})
