import type { ReportRows } from '@prankpost/contracts'
import { until } from '@prankpost/test-harness'
import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { payOnHostedPage, sendPotatoToNewTarget } from '../support/customer.ts'
import { logIn } from '../support/operator-page.ts'
import { withRealStore } from '../support/real-store.ts'

const { open, stack } = withRealStore()

/** The row of visits from search engines: no other test has any. */
async function searchRow(): Promise<Partial<ReportRows['funnel']>> {
  const headers = { 'x-admin-password': stack().adminPassword }
  const answer = await fetch(`${stack().baseUrl}/api/admin/reports/funnel?by=total`, { headers })
  const { items } = (await answer.json()) as { items: ReportRows['funnel'][] }
  return items.find(({ source }) => source === 'search') ?? {}
}

/** Creates an account at the Arsenal's button, with this e-mail address. */
async function signUpToPay(page: Page, address: string) {
  await page.getByRole('button', { name: 'Sign In to Pay' }).click()
  await page.getByRole('button', { name: 'Create Account' }).last().click()
  await page.getByLabel('First Name').fill('Pat')
  await page.getByLabel('Last Name').fill('Potato')
  await page.getByLabel('Email').fill(address)
  await page.getByLabel('Password', { exact: true }).fill('correct horse')
  await page.getByLabel('Confirm Password', { exact: true }).fill('correct horse')
  await page.getByRole('dialog').getByRole('button', { name: 'Create Account' }).first().click()
}

test('when a guest comes from a search engine, buys and pays then the funnel of the operator has each step once', async () => {
  const before = await searchRow()
  const first = await open('/support')
  const page = await first.context().newPage()
  const sent: string[] = []
  page.on('request', async (request) => {
    if (new URL(request.url()).pathname !== '/api/funnel') return
    sent.push(JSON.stringify([request.postData(), await request.allHeaders().catch(() => ({}))]))
  })
  await page.goto('/', { referer: 'https://www.google.com/search?q=revenge' })
  await page
    .getByRole('button', { name: /View Description of Raw Potato/ })
    .first()
    .click()
  await page.getByRole('dialog', { name: 'Raw Potato' }).getByRole('button', { name: 'Close' }).click()
  await sendPotatoToNewTarget(page)
  await page.getByRole('link', { name: 'Cart, 1 item' }).click()
  await signUpToPay(page, `funnel-${Date.now()}@customers.test`)
  await page.getByRole('button', { name: 'Pay $4.99 Securely' }).click()
  await payOnHostedPage(page, '$4.99')
  await page.getByRole('heading', { name: 'Payment Successful!' }).waitFor()
  await page.reload()
  await page.getByRole('heading', { name: 'Payment Successful!' }).waitFor()

  const steps = ['visit', 'viewed', 'picked', 'added', 'checkout', 'paid'] as const
  const counted = await until(async () => {
    const after = await searchRow()
    return after.paid === (before.paid ?? 0) + 1 ? after : null
  })
  expect(steps.map((step) => (counted[step] ?? 0) - (before[step] ?? 0))).toEqual([1, 1, 1, 1, 1, 1])
  // Neither a session, nor the page with the order, nor the site that the visit came from.
  expect(sent.length).toBeGreaterThan(3)
  expect(sent.join('')).not.toMatch(/"cookie"|"referer":"[^"]|google|revenge|order_id|@/)

  const admin = await open('/admin')
  await logIn(admin, stack().adminPassword)
  await admin.getByRole('button', { name: 'Reports' }).click()
  const dialog = admin.getByRole('dialog', { name: 'Reports' })
  await dialog.getByText('Funnel', { exact: true }).click()
  const search = dialog.getByRole('region', { name: 'Funnel by source' }).getByRole('row')
  await search.filter({ hasText: 'Search engines' }).waitFor()
  const potato = dialog.getByRole('region', { name: 'Funnel by prank' }).getByRole('row')
  await potato.filter({ hasText: 'Raw Potato' }).waitFor()
})

test('when a browser asks not to be tracked then it reports nothing, and keeps nothing', async () => {
  const page = await open('/support', undefined, { ownProfile: true })
  const context = page.context()
  await context.addInitScript(() => Object.defineProperty(navigator, 'globalPrivacyControl', { value: true }))
  const silent = await context.newPage()
  const calls: string[] = []
  silent.on('request', (request) => calls.push(new URL(request.url()).pathname))
  await silent.goto('/subscribe')
  await silent.getByRole('button', { name: 'Increase' }).first().click()
  await silent.getByText('2 random pranks a month').waitFor()
  expect(calls).not.toContain('/api/funnel')
  expect(await silent.evaluate(() => sessionStorage.getItem('prankpost-funnel'))).toBeNull()
})
