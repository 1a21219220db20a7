import { api, serviceNames } from '@prankpost/contracts'
import { type SharedStack, sharedStack, testBrowser } from '@prankpost/test-harness'
import type { Browser } from 'playwright-core'
import { beforeAll, expect, test } from 'vitest'
import { createWireCheck, type WireCheck } from '../support/wire-check.ts'

let stack: SharedStack
let browser: Browser
let wire: WireCheck
beforeAll(async () => {
  ;[stack, browser] = await Promise.all([sharedStack(), testBrowser()])
  wire = await createWireCheck(stack)
})

/** Opens the page in a new browser; returns it with its errors and its requests by server. */
async function openDocs(query: string) {
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

test('when the API page is opened, then it shows all services and the endpoints of one within the policy of the store; only a call that is tried out has the password, and nothing is sent elsewhere', async () => {
  const theirs = encodeURIComponent('https://evil.test/api.json')
  // The document of another site is not shown.
  const { page, problems, asked } = await openDocs(`?url=${theirs}&configUrl=${theirs}`)
  const path = '/api/admin/subscription-logs'
  const { operationId, service, summary } = api[`GET ${path}`]
  const tag = page.locator(`#operations-tag-${service}`)
  await tag.getByRole('button', { name: /operation/ }).click()
  const own = Object.values(api).filter((endpoint) => endpoint.service === service)
  await expect.poll(() => page.locator('.opblock').count()).toBe(own.length)
  const list = page.locator(`[id$="-${operationId}"]`)
  await list.getByText(summary).first().waitFor()
  for (const width of [375, 1440]) {
    await page.setViewportSize({ width, height: 812 })
    expect(await page.evaluate('document.documentElement.scrollWidth')).toBeLessThanOrEqual(width)
  }

  await page.getByRole('button', { name: 'Authorize' }).click()
  const dialog = page.locator('.dialog-ux')
  const scheme = dialog.locator('.auth-container').filter({ hasText: 'x-admin-password' })
  await scheme.locator('input').fill(stack.adminPassword)
  await scheme.getByRole('button', { name: 'Apply credentials' }).click()
  await dialog.getByRole('button', { name: 'Close' }).first().click()
  await list.getByRole('button').first().click()
  await list.getByRole('button', { name: 'Try it out' }).click()
  await list.getByRole('button', { name: 'Execute' }).click()
  await list.locator('.live-responses-table .response-col_status').getByText('200').waitFor()
  const withPassword = asked.filter(({ password }) => password !== undefined)
  expect(withPassword).toMatchObject([{ password: stack.adminPassword }])
  expect(new URL(withPassword[0]?.url ?? '')).toMatchObject({
    origin: stack.baseUrl,
    pathname: path,
  })
  const elsewhere = asked.filter(
    ({ url }) => !url.startsWith(`${stack.baseUrl}/`) && !url.startsWith('data:'),
  )
  expect(elsewhere).toEqual([])
  expect(await page.evaluate('JSON.stringify({ ...localStorage, ...sessionStorage })')).toBe('{}')
  expect(problems).toEqual([])
  expect(await wire.problems()).toEqual([])
  expect(wire.seen.get(`GET ${path}`)).toEqual(new Set([200]))
  await page.context().close()
})
