import { serviceNames } from '@prankpost/contracts'
import { type SharedStack, sharedStack, testBrowser } from '@prankpost/test-harness'
import type { Browser, Page } from 'playwright-core'
import { beforeAll, describe, expect, test } from 'vitest'
import { createWireCheck, type WireCheck } from '../support/wire-check.ts'

let stack: SharedStack
let browser: Browser
let wire: WireCheck
beforeAll(async () => {
  ;[stack, browser] = await Promise.all([sharedStack(), testBrowser()])
  wire = await createWireCheck(stack)
}, 90_000)

/** Opens the page in a new browser; returns it with its errors and its requests by server. */
async function openDocs(query = '') {
  const viewport = { width: 1440, height: 900 }
  const context = await browser.newContext({ baseURL: stack.baseUrl, viewport })
  context.setDefaultTimeout(30_000)
  wire.watch(context)
  const page = await context.newPage()
  const problems: string[] = []
  const asked: { url: string; password: string | undefined }[] = []
  page.on('pageerror', (error) => problems.push(error.message))
  // Chromium reports here what the content security policy refuses.
  page.on('console', (message) => message.type() === 'error' && problems.push(message.text()))
  context.on('request', (request) => {
    asked.push({ url: request.url(), password: request.headers()['x-admin-password'] })
  })
  await page.goto(`/api/docs${query}`)
  await page.getByRole('heading', { name: 'PrankPost' }).waitFor()
  await page
    .locator('.opblock-tag')
    .nth(serviceNames.length - 1)
    .waitFor()
  return { page, problems, asked }
}

/** Opens or closes the endpoints of a service. */
const toggle = (page: Page, service: string) =>
  page
    .locator(`#operations-tag-${service}`)
    .getByRole('button', { name: /operation/ })
    .click()
/** The number of endpoints, one service after the other. */
async function countEndpoints(page: Page): Promise<number> {
  let count = 0
  for (const service of serviceNames) {
    await toggle(page, service)
    await page.locator('.opblock').first().waitFor()
    count += await page.locator('.opblock').count()
    await toggle(page, service)
    await page.locator('.opblock').first().waitFor({ state: 'detached' })
  }
  return count
}
const operationOf = (page: Page, id: string) => page.locator(`[id$="-${id}"]`)
/** Opens an endpoint of auth. */
async function expectRegister(page: Page) {
  await toggle(page, 'auth')
  const register = operationOf(page, 'register')
  await register.getByRole('button').first().click()
  await register.getByText('Create an account and sign in').waitFor()
  await register.getByText('Request body').waitFor()
}

describe('the API page', () => {
  test('when it is opened on a laptop or a phone then it shows all endpoints, within the policy of the store, and calls no other server', async () => {
    const { page, problems, asked } = await openDocs()
    expect(await countEndpoints(page)).toBe(wire.seen.size)
    await expectRegister(page)
    for (const width of [1440, 375]) {
      await page.setViewportSize({ width, height: 812 })
      expect(await page.evaluate('document.documentElement.scrollWidth')).toBeLessThanOrEqual(width)
    }
    expect(problems).toEqual([])
    const elsewhere = asked.filter(
      ({ url }) => !url.startsWith(`${stack.baseUrl}/`) && !url.startsWith('data:'),
    )
    expect(elsewhere).toEqual([])
    await page.context().close()
  })

  test('when the address names the document of another site then it shows ours', async () => {
    const theirs = encodeURIComponent('https://evil.test/api.json')
    const { page, problems, asked } = await openDocs(`?url=${theirs}&configUrl=${theirs}`)
    await expectRegister(page)
    expect(asked.filter(({ url }) => new URL(url).hostname === 'evil.test')).toEqual([])
    expect(problems).toEqual([])
    await page.context().close()
  })

  test('when the operator tries out a call then their password is sent to the shop, with that call, and nowhere else', async () => {
    const { page, problems, asked } = await openDocs()
    await page.getByRole('button', { name: 'Authorize' }).click()
    const dialog = page.locator('.dialog-ux')
    const scheme = dialog.locator('.auth-container').filter({ hasText: 'x-admin-password' })
    await scheme.locator('input').fill(stack.adminPassword)
    await scheme.getByRole('button', { name: 'Apply credentials' }).click()
    await dialog.getByRole('button', { name: 'Close' }).first().click()
    await toggle(page, 'order')
    const stats = operationOf(page, 'readOrderStats')
    await stats.getByRole('button').first().click()
    await stats.getByRole('button', { name: 'Try it out' }).click()
    await stats.getByRole('button', { name: 'Execute' }).click()
    await stats.locator('.live-responses-table .response-col_status').getByText('200').waitFor()
    const emitted = asked.filter(({ password }) => password !== undefined)
    expect(emitted).toEqual([
      { url: `${stack.baseUrl}/api/admin/order-stats`, password: stack.adminPassword },
    ])
    expect(await page.evaluate('JSON.stringify({ ...localStorage, ...sessionStorage })')).toBe('{}')
    expect(problems).toEqual([])
    expect(await wire.problems()).toEqual([])
    expect(wire.seen.get('GET /api/admin/order-stats')).toEqual(new Set([200]))
  })
})
