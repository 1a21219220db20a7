import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { buildFront } from '@prankpost/local-stack'
import { launchBrowser } from '@prankpost/test-harness'
import type { Browser, BrowserContext, Page, Route } from 'playwright-core'
import { afterAll, afterEach, beforeAll, expect } from 'vitest'
import { FakeApi } from './fake-api.ts'

const root = fileURLToPath(new URL('../../..', import.meta.url))
const origin = 'http://store.test'
/** How long a page may take to show something, on a machine that has other things to do. */
const patienceMs = 15_000
const types: Record<string, string> = {
  '.css': 'text/css',
  '.html': 'text/html',
  '.js': 'text/javascript',
  '.png': 'image/png',
  '.webp': 'image/webp',
  '.woff2': 'font/woff2',
}
// As strict as the gateway's, so that a page that needs more fails here.
const policy = "default-src 'self'; script-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data:"

/** Tells of every toast at once, also of one whose page is about to be left: a look from outside may come too late. */
const ear = `new MutationObserver(() => {
  for (const toast of document.querySelectorAll('[aria-label^="Notification"] li')) heardToast(toast.textContent)
}).observe(document, { childList: true, subtree: true })`

export interface OpenOptions {
  /** What is in the browser's local storage before the page loads, by key. */
  stored?: Record<string, unknown>
  /** The cart that was parked when the customer left for the payment page. */
  parked?: object
  /** Holds the store's scripts back until then: the page is what index.html paints. */
  scriptsAfter?: Promise<void>
  width?: number
  reducedMotion?: boolean
}

/** The built store in a real browser, with every call answered by a FakeApi. Built once, when its sources changed. */
export function withStore() {
  let folder = ''
  let browser: Browser
  let contexts: BrowserContext[] = []
  let problems: string[] = []
  const toasts = new Set<string>()
  const api = new FakeApi()

  beforeAll(async () => {
    folder = await buildFront(root, 'web')
    browser = await launchBrowser()
  }, 60_000)
  afterEach(async () => {
    await Promise.all(contexts.map((context) => context.close()))
    contexts = []
    api.reset()
    toasts.clear()
    const seen = problems
    problems = []
    expect(seen).toEqual([])
  })
  afterAll(async () => {
    await browser?.close()
  })

  const serve = async (route: Route) => {
    const { pathname } = new URL(route.request().url())
    const file = path.join(folder, pathname)
    const isFile = path.extname(pathname) !== ''
    const body = await readFile(isFile ? file : path.join(folder, 'index.html')).catch(() => null)
    if (!body) return route.fulfill({ status: 404 })
    const contentType = types[isFile ? path.extname(pathname) : '.html'] ?? 'text/plain'
    await route.fulfill({ body, contentType, headers: { 'content-security-policy': policy } })
  }

  const open = async (
    address: string,
    { stored = {}, parked, scriptsAfter, width = 1280, reducedMotion }: OpenOptions = {},
  ): Promise<Page> => {
    const context = await browser.newContext({
      baseURL: origin,
      viewport: { width, height: 900 },
      reducedMotion: reducedMotion ? 'reduce' : 'no-preference',
    })
    context.setDefaultTimeout(patienceMs)
    contexts.push(context)
    await context.exposeFunction('heardToast', (words: string) => toasts.add(words))
    await context.addInitScript(ear)
    await context.route('**/*', serve)
    await context.route(`${origin}/assets/*.js`, async (route) => {
      await scriptsAfter
      // A page that was left meanwhile needs them no more.
      await serve(route).catch(() => undefined)
    })
    await context.route(`${origin}/api/**`, (route) => api.answer(route))
    await context.addInitScript(
      ([entries, parkedText]) => {
        // Only what the customer brings along; what the store does to it later stands.
        if (sessionStorage.getItem('test-seeded')) return
        sessionStorage.setItem('test-seeded', 'true')
        for (const [key, value] of entries) localStorage.setItem(key, value)
        if (parkedText) sessionStorage.setItem('prankpost-parked', parkedText)
      },
      [
        Object.entries(stored).map(
          ([key, value]) => [key, typeof value === 'string' ? value : JSON.stringify(value)] as const,
        ),
        parked && JSON.stringify(parked),
      ] as const,
    )
    const page = await context.newPage()
    page.on('pageerror', (error) => problems.push(`page error: ${error.message}`))
    page.on('console', (message) => {
      // The browser itself notes each answer that is not OK; those are the tests' own doing.
      if (message.type() === 'error' && !message.text().startsWith('Failed to load resource'))
        problems.push(message.text())
    })
    await page.goto(address, { waitUntil: scriptsAfter ? 'domcontentloaded' : 'load' })
    return page
  }
  /** Whether a toast with these words was on the screen in this test. */
  const heard = (words: string) => [...toasts].some((toast) => toast.includes(words))
  return { api, heard, open }
}

/** What the page keeps in local storage under this key; null when there is nothing. */
export async function storedIn(page: Page, key: string): Promise<unknown> {
  const text = await page.evaluate((name) => localStorage.getItem(name), key)
  return text === null ? null : JSON.parse(text)
}

/** The toast with these words, title and description. */
export function toastOf(page: Page, title: string, description = '') {
  return page
    .getByRole('region', { name: 'Notification' })
    .getByRole('listitem')
    .filter({ hasText: title })
    .filter({ hasText: description })
}

/** Waits until this holds. @throws after the deadline */
export async function until(check: () => boolean, deadlineMs = patienceMs) {
  const deadline = Date.now() + deadlineMs
  while (!check()) {
    if (Date.now() > deadline) throw new Error(`did not happen within ${deadlineMs} ms: ${check}`)
    await new Promise(setImmediate)
  }
}
