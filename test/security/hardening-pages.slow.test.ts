import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { fileURLToPath } from 'node:url'
import { webPaths } from '@prankpost/contracts/constants'
import { buildFront } from '@prankpost/local-stack'
import { type SharedStack, sharedStack, testBrowser, until } from '@prankpost/test-harness'
import type { Browser, BrowserContext, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'

const root = fileURLToPath(new URL('../..', import.meta.url))
const adminTabs = ['orders', 'plans', 'logs', 'mail', 'dead-letters', 'audit']

let stack: SharedStack
let browser: Browser
/** Another site, which frames the given page and records the requests it receives. */
let foreign: Server
const askedOfForeign: string[] = []
const foreignUrl = () => `http://127.0.0.1:${(foreign.address() as AddressInfo).port}`
beforeAll(async () => {
  await buildFront(root, 'web')
  await buildFront(root, 'admin-web')
  foreign = createServer((req, res) => {
    askedOfForeign.push(req.url ?? '')
    const frame = new URL(req.url ?? '/', 'http://foreign.test').searchParams.get('frame')
    res.setHeader('content-type', 'text/html').end(`<!doctype html><iframe src="${frame}"></iframe>`)
  }).listen(0, '127.0.0.1')
  ;[stack, browser] = await Promise.all([sharedStack(), testBrowser()])
}, 180_000)
afterAll(async () => {
  foreign?.close()
})

/** Reports whatever the page's policy forbids, from the first moment on. */
const guard = `
  addEventListener('securitypolicyviolation', ({ violatedDirective, blockedURI, sourceFile }) =>
    told(violatedDirective + ' ' + blockedURI + ' ' + sourceFile))
`

/** A browser that records every request and every violation of the policy. */
async function openWatched(): Promise<{
  context: BrowserContext
  page: Page
  asked: Set<string>
  forbidden: string[]
}> {
  const context = await browser.newContext({ baseURL: stack.baseUrl })
  context.setDefaultTimeout(30_000)
  const asked = new Set<string>()
  const forbidden: string[] = []
  // A feature that the browser does not know makes it warn on every page.
  context.on('console', (message) => {
    if (message.text().includes('Permissions-Policy')) forbidden.push(message.text())
  })
  context.on('request', (request) => asked.add(originOf(request.url())))
  await context.exposeFunction('told', (what: string) => forbidden.push(what))
  await context.addInitScript(guard)
  return { context, page: await context.newPage(), asked, forbidden }
}
const originOf = (url: string) => (url.startsWith('data:') ? 'data:' : new URL(url).origin)

/** What a page contains that a strict policy does not allow. Data is no script: browsers never run it. */
const findInline = `[
  ...[...document.querySelectorAll('*')].flatMap(({ attributes }) =>
    [...attributes].filter(({ name }) => name.startsWith('on')).map(({ name, value }) => name + '=' + value)),
  ...[...document.querySelectorAll('script:not([src], [type="application/json"], [type="application/ld+json"]), a[href^="javascript:" i]')].map(({ outerHTML }) => outerHTML),
]`

/** Opens pages one after another, each until it is idle; returns the inline code on them. */
async function visit(page: Page, addresses: string[]): Promise<string[]> {
  const inline: string[] = []
  for (const address of addresses) {
    await page.goto(address)
    await page.waitForLoadState('networkidle')
    await page.getByRole('main').first().waitFor()
    // Some pages redirect a guest to sign-in, about when they are idle.
    if (await page.getByText('You are logged out.').first().isVisible()) {
      await page.waitForURL((url) => url.pathname !== address)
      await page.waitForLoadState('networkidle')
    }
    const found: string[] = await page.evaluate(findInline)
    inline.push(...found.map((what) => `${address}: ${what}`))
  }
  return inline
}

/** What an attacker would try with unescaped text in a page. */
const attack = (far: string) => `(async () => {
  const marks = []
  globalThis.mark = (what) => marks.push(what)
  const script = document.createElement('script')
  script.textContent = 'mark("inline script")'
  const farScript = Object.assign(document.createElement('script'), { src: '${far}/x.js' })
  const rest = document.createElement('div')
  rest.innerHTML = '<img src="data:,x" onerror="mark(\\'handler\\')"><a href="javascript:mark(\\'link\\')">x</a>'
  document.body.append(script, farScript, rest)
  rest.querySelector('a').click()
  await fetch('${far}/tell').catch(() => undefined)
  await new Promise((resolve) => setTimeout(resolve, 500))
  return marks
})()`

describe('the pages', () => {
  const account = () => ({
    email: `pages-${Date.now()}@customers.test`,
    password: 'correct horse',
    firstName: 'Pat',
    lastName: 'Potato',
  })

  test('when a guest and a customer open every screen of the store then nothing leaves the origin, nothing is inline, and the policy forbids none of it', async () => {
    for (const isCustomer of [false, true]) {
      const { context, page, asked, forbidden } = await openWatched()
      if (isCustomer) await context.request.post('/api/auth/register', { data: account() })
      const inline = await visit(page, [...webPaths, '/no-such-page'])
      expect([...asked].filter((origin) => origin !== 'data:')).toEqual([stack.baseUrl])
      expect({ inline, forbidden }).toEqual({ inline: [], forbidden: [] })
      await context.close()
    }
  }, 240_000)

  test('when the operator opens every tab of the admin then the same holds', async () => {
    const { context, page, asked, forbidden } = await openWatched()
    await context.addInitScript(
      (password) => localStorage.setItem('adminPassword', password),
      stack.adminPassword,
    )
    const inline = await visit(page, [
      '/admin',
      ...adminTabs.map((tab) => `/admin?tab=${tab}`),
      '/admin/nothing',
    ])
    expect([...asked].filter((origin) => origin !== 'data:')).toEqual([stack.baseUrl])
    expect({ inline, forbidden }).toEqual({ inline: [], forbidden: [] })
    await context.close()
  }, 120_000)

  test('when a script is injected into a page then it is not run, and cannot send data', async () => {
    for (const path of ['/', '/admin']) {
      const { context, page, forbidden } = await openWatched()
      await page.goto(path)
      expect(await page.evaluate(attack(foreignUrl()))).toEqual([])
      expect(askedOfForeign).toEqual([])
      // The browser reports what it forbade a little later.
      for (const one of ['script-src-elem', 'script-src-attr', 'connect-src'])
        await until(() => forbidden.some((what) => what.startsWith(`${one} `)))
      await context.close()
    }
  }, 60_000)

  test('when another site frames the store or the admin then the frame stays empty', async () => {
    const { context, page } = await openWatched()
    for (const path of ['/', '/cart', '/admin']) {
      await page.goto(`${foreignUrl()}/?frame=${encodeURIComponent(stack.baseUrl + path)}`)
      const frame = page.frames().find((one) => one !== page.mainFrame())
      await until(() => frame?.url().startsWith('chrome-error:'))
      expect(await frame?.locator('body').textContent()).not.toMatch(/prank/i)
    }
    await context.close()
  }, 60_000)
})
