/// <reference lib="dom" />
import { once } from 'node:events'
import { createServer, type IncomingMessage, type RequestListener, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { sessionCookieOf } from '@prankpost/contracts'
import { buildFront } from '@prankpost/local-stack'
import { leaveProfile, openProfile, testBrowser } from '@prankpost/test-harness'
import type { BrowserContext, BrowserContextOptions, Page } from 'playwright-core'
import { afterEach, expect } from 'vitest'
import { createApp } from '../../gateway/src/app.ts'
import { createProxies } from '../../gateway/src/proxy.ts'
import { createLogger } from '../../packages/service-kit/src/http.ts'
import { recordErrors } from './page-errors.ts'

export { until } from '@prankpost/test-harness'

/** How long a page may take to show something, on a busy machine. */
const patienceMs = 60_000

/** Scripts and answers are delayed by random times up to this: it shows tests that ask a page before it has its answer. */
const maxDelayMs = Number(process.env.PRANKPOST_TEST_DELAY_MS ?? 0)
const delay = () => (maxDelayMs > 0 ? sleep(Math.random() * maxDelayMs) : undefined)

const root = fileURLToPath(new URL('../..', import.meta.url))

/** A call as the fake API receives it. */
export interface FakeRequest {
  method: string
  url: URL
  headers: IncomingMessage['headers']
  body: string
}

/** What the fake API answers: `away` breaks the connection. */
export type FakeResponse = { status: number; text: string; headers?: Record<string, string> } | 'unavailable'

export interface FakeBackend {
  /** Whether the browser has the cookie of a customer's session. */
  hasSession?(): boolean
  answer(request: FakeRequest): Promise<FakeResponse>
  reset(): void
}

let current: FakeBackend
/** The path of each call that the fake API failed in this test: the browser logs an error for each. */
const failed = new Set<string>()

/** The built front ends as the gateway serves them, and a fake API. One server for all files of a test worker. */
const server = lazy(async () => {
  const [webDist, adminWebDist] = [await buildFront(root, 'web'), await buildFront(root, 'admin-web')]
  const http = createServer((req, res) => handle(req, res))
  http.listen(0, '127.0.0.1').unref()
  await once(http, 'listening')
  const origin = `http://127.0.0.1:${(http.address() as AddressInfo).port}`
  const gateway = createApp({
    log: createLogger('gateway', 'silent'),
    publicUrl: origin,
    services: new Map(),
    proxies: createProxies(new Map(), 1_000),
    trustProxy: 0,
    rateLimit: { calls: 1_000_000, seconds: 10 },
    publicReadMaxAgeMs: 400,
    metricsHere: false,
    webDist,
    adminWebDist,
  }) as RequestListener
  const handle = async (req: IncomingMessage, res: ServerResponse) => {
    const url = new URL(req.url ?? '/', origin)
    if (url.pathname.startsWith('/api/')) return answerCall(url, req, res)
    // The cookie is all that the gateway knows about a session.
    req.headers.cookie = current.hasSession?.() ? `${sessionCookieOf(origin)}=session` : ''
    if (url.pathname.includes('/assets/')) await delay()
    if (url.pathname === '/pay-here') return void res.end('The payment page')
    gateway(req, res)
  }
  return origin
})

async function answerCall(url: URL, req: IncomingMessage, res: ServerResponse): Promise<void> {
  const method = req.method ?? 'GET'
  let body = ''
  for await (const chunk of req) body += chunk
  const answer = await current.answer({ method, url, headers: req.headers, body })
  await delay()
  if (answer === 'unavailable' || answer.status >= 400) failed.add(url.pathname)
  // Not a response at all: the browser itself retries a connection that only closes.
  if (answer === 'unavailable') return void req.socket.end('\0')
  res.writeHead(answer.status, { 'content-type': 'application/json', ...answer.headers }).end(answer.text)
}

export interface OpenPageOptions extends BrowserContextOptions {
  /** Local and session storage before the page loads; later changes by the page remain. */
  localStorage?: Record<string, string>
  sessionStorage?: Record<string, string>
  /** Delays the scripts until this promise resolves: the page first shows only index.html. */
  scriptsAfter?: Promise<void> | undefined
  /** The paths that may fail to load, besides the calls that the fake API fails. */
  failing?: RegExp | undefined
  /** Prepares the page before it loads. */
  prepare?: (page: Page) => Promise<unknown>
  /** A browser profile of its own, for a test that sets the clock, which all pages of a profile share. */
  ownProfile?: boolean | undefined
}

/**
 * Pages of the built front ends in a real browser, in front of a fake API. A test fails on a page error and on a
 * console error, except those that the browser itself logs for calls that the fake API fails on purpose.
 */
export function withFrontEnd(api: FakeBackend) {
  const used = new Set<BrowserContext>()
  const problems: string[] = []

  afterEach(async () => {
    await Promise.all([...used].map(leaveProfile))
    used.clear()
    api.reset()
    failed.clear()
    expect(problems.splice(0)).toEqual([])
  })

  const open = async (address: string, options: OpenPageOptions = {}): Promise<Page> => {
    current = api
    const {
      localStorage = {},
      sessionStorage = {},
      scriptsAfter,
      failing,
      prepare,
      ownProfile = false,
      ...contextOptions
    } = options
    const origin = await server()
    const profileOptions = { baseURL: origin, ...contextOptions }
    const profile = await (ownProfile
      ? (await testBrowser()).newContext(profileOptions)
      : openProfile(profileOptions))
    profile.setDefaultTimeout(patienceMs)
    used.add(profile)
    const page = await profile.newPage()
    await page.addInitScript(
      ([local, session]) => {
        if (window.sessionStorage.getItem('test-seeded')) return
        window.sessionStorage.setItem('test-seeded', 'true')
        for (const [key, value] of Object.entries(local)) window.localStorage.setItem(key, value)
        for (const [key, value] of Object.entries(session)) window.sessionStorage.setItem(key, value)
      },
      [localStorage, sessionStorage] as const,
    )
    recordErrors(page, problems, (pathname) => failed.has(pathname) || failing?.test(pathname) === true)
    if (scriptsAfter)
      await page.route('**/assets/*.js', async (route) => {
        await scriptsAfter
        // A page that was left in the meantime no longer needs them.
        await route.continue().catch(() => undefined)
      })
    await prepare?.(page)
    await page.goto(address, { waitUntil: scriptsAfter ? 'domcontentloaded' : 'load' })
    if (scriptsAfter) await page.waitForFunction(() => Reflect.has(globalThis, 'earlyTexts'))
    else await settled(page)
    return page
  }
  return { open }
}

/**
 * Resolves once the page has not changed for 80 ms, or after a second. It only saves time: a test then finds an element
 * at once, while Playwright polls a page that is not ready in intervals of up to half a second.
 */
function settled(page: Page): Promise<void> {
  return page.evaluate(
    () =>
      new Promise<void>((resolve) => {
        let quiet = setTimeout(resolve, 80)
        const observer = new MutationObserver(() => {
          clearTimeout(quiet)
          quiet = setTimeout(resolve, 80)
        })
        observer.observe(document, { childList: true, subtree: true })
        setTimeout(resolve, 1_000)
      }),
  )
}

/** The value of this key in the page's local storage; null if there is none. */
export function storedText(page: Page, key: string): Promise<string | null> {
  return page.evaluate((name) => localStorage.getItem(name), key)
}

function lazy<T>(create: () => Promise<T>): () => Promise<T> {
  let made: Promise<T> | undefined
  return () => {
    made ??= create()
    return made
  }
}
