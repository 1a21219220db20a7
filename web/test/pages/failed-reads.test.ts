import type { Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import { molly } from '../samples.ts'
import type { FakeAnswer } from './fake-api.ts'
import { until, withStore } from './store.ts'

const { api, open } = withStore()
const onFire: FakeAnswer = { status: 500, body: { message: 'The mailbox is on fire' } }
const count = (read: string) => api.bodiesOf(read).length
const main = (page: Page) => page.getByRole('main')
const footerLink = (page: Page, name: string) => page.getByRole('contentinfo').getByRole('link', { name })

/** Follows a link to another screen and returns: the page itself is not loaded again. */
async function leaveAndReturn(page: Page) {
  await footerLink(page, 'Support').click()
  await page.getByRole('heading', { name: 'Contact Us' }).waitFor()
  await page.goBack()
}

describe('when the server rejected a read', () => {
  test('then it is not repeated when the screen opens again, until the customer clicks Try Again', async () => {
    const read = 'GET /api/auth/email-verification'
    api.user = molly
    api.plans[read] = onFire
    const page = await open('/dashboard?tab=account')
    await main(page).getByText('The mailbox is on fire').first().waitFor()
    await leaveAndReturn(page)
    await main(page).getByText('The mailbox is on fire').first().waitFor()
    expect(count(read)).toBe(1)
    delete api.plans[read]
    await main(page).getByRole('button', { name: 'Try Again' }).first().click()
    await page.getByText('Verified').first().waitFor()
    expect(count(read)).toBe(2)
  })

  test('and it is the session, then no part of the store repeats it, and the customer can try again', async () => {
    api.user = molly
    api.plans['GET /api/auth/user'] = onFire
    const page = await open('/dashboard')
    await main(page).getByText('The mailbox is on fire').waitFor()
    await leaveAndReturn(page)
    await main(page).getByText('The mailbox is on fire').waitFor()
    expect(count('GET /api/auth/user')).toBe(1)
    delete api.plans['GET /api/auth/user']
    await page.getByRole('button', { name: 'Try Again' }).click()
    await page.getByRole('heading', { name: 'Welcome back, Molly!' }).waitFor()
  })
})

test('when a guest opens the dashboard, then no data that requires a session is read', async () => {
  const page = await open('/dashboard')
  await main(page).getByText('Please log in to access your dashboard.').waitFor()
  await until(() => api.calls.length > 0)
  await page.waitForLoadState('networkidle')
  // Not even their session: the page says that there is none.
  expect(new Set(api.calls.map(({ key }) => key))).toEqual(new Set(['GET /api/shop']))
})
