import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { buildFront } from '@prankpost/local-stack'
import { launchBrowser } from '@prankpost/test-harness'
import type { Browser, BrowserContext, Page, Route } from 'playwright-core'
import { afterAll, afterEach, beforeAll, expect } from 'vitest'
import { FakeApi } from './fake-api.ts'

const root = fileURLToPath(new URL('../../..', import.meta.url))
const origin = 'http://admin.test'
/** How long a page may take to show something, on a machine that has other things to do. */
const patienceMs = 15_000
const types: Record<string, string> = {
  '.css': 'text/css',
  '.html': 'text/html',
  '.js': 'text/javascript',
  '.png': 'image/png',
}
// As strict as the gateway's, so that a page that needs more fails here.
const policy = "default-src 'self'; script-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data:"

export interface OpenOptions {
  /** Opens it logged out. */
  stranger?: boolean
  /** What is in local storage besides. The overview is folded away unless this says otherwise. */
  stored?: Record<string, string>
  width?: number
  /** Lets the test set the page's clock. */
  clock?: boolean
}

/** The built admin in a real browser, with every call answered by a FakeApi. Built once, when its sources changed. */
export function withAdmin() {
  let folder = ''
  let browser: Browser
  let contexts: BrowserContext[] = []
  let problems: string[] = []
  const api = new FakeApi()

  beforeAll(async () => {
    folder = await buildFront(root, 'admin-web')
    browser = await launchBrowser()
  }, 60_000)
  afterEach(async () => {
    await Promise.all(contexts.map((context) => context.close()))
    contexts = []
    api.reset()
    const seen = problems
    problems = []
    expect(seen).toEqual([])
  })
  afterAll(async () => {
    await browser?.close()
  })

  const serve = async (route: Route) => {
    const { pathname } = new URL(route.request().url())
    const name = pathname.replace(/^\/admin\/?/, '')
    const isFile = path.extname(name) !== ''
    const body = await readFile(path.join(folder, isFile ? name : 'index.html')).catch(() => null)
    if (!body) return route.fulfill({ status: 404 })
    const contentType = types[isFile ? path.extname(name) : '.html'] ?? 'text/plain'
    await route.fulfill({ body, contentType, headers: { 'content-security-policy': policy } })
  }

  /** Opens the admin at an address such as `?tab=mail`, logged in. */
  const open = async (
    address = '',
    { stranger = false, stored = {}, width = 1440, clock = false }: OpenOptions = {},
  ): Promise<Page> => {
    const context = await browser.newContext({
      baseURL: origin,
      viewport: { width, height: 900 },
      reducedMotion: 'reduce',
    })
    context.setDefaultTimeout(patienceMs)
    contexts.push(context)
    await context.route('**/*', serve)
    await context.route(`${origin}/api/**`, (route) => api.answer(route))
    const entries = {
      'prankpost-admin-overview': 'closed',
      ...(stranger ? {} : { adminPassword: api.password }),
      ...stored,
    }
    await context.addInitScript((items) => {
      // Only what the operator brings along; what the admin does to it later stands.
      if (sessionStorage.getItem('test-seeded')) return
      sessionStorage.setItem('test-seeded', 'true')
      for (const [key, value] of Object.entries(items)) localStorage.setItem(key, value)
    }, entries)
    const page = await context.newPage()
    if (clock) await page.clock.install()
    page.on('pageerror', (error) => problems.push(`page error: ${error.message}`))
    page.on('console', (message) => {
      // The browser itself notes each answer that is not OK; those are the tests' own doing.
      if (message.type() === 'error' && !message.text().startsWith('Failed to load resource'))
        problems.push(message.text())
    })
    await page.goto(`/admin${address}`)
    return page
  }
  return { api, open }
}

/** The notification with this title, and this text below it. */
export function noteOf(page: Page, title: string, text = '') {
  return page.locator('.ant-notification-notice').filter({ hasText: title }).filter({ hasText: text })
}

/** What the page keeps in local storage under this key; null when there is nothing. */
export async function storedIn(page: Page, key: string): Promise<string | null> {
  return page.evaluate((name) => localStorage.getItem(name), key)
}

/** Waits until this holds. @throws after the deadline */
export async function until(check: () => boolean, deadlineMs = patienceMs) {
  const deadline = Date.now() + deadlineMs
  while (!check()) {
    if (Date.now() > deadline) throw new Error(`did not happen within ${deadlineMs} ms: ${check}`)
    await setTimeout(10)
  }
}
