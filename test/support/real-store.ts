import { launchBrowser, type Stack, startStack } from '@prankpost/test-harness'
import type { Browser, BrowserContext, Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, expect } from 'vitest'
import { createWireCheck, type WireCheck } from './wire-check.ts'

/** A customer's account, and what they sign in with. */
export interface Account {
  email: string
  password: string
  firstName: string
  lastName: string
}

/** The services that customers use, but for the one that mails them. */
export const storeServices = [
  'auth',
  'contact',
  'catalog',
  'order',
  'payment',
  'subscription',
  'achievement',
  'support',
]
let count = 0

/** Tells of every toast at once, also of one whose page is about to be left: a look from outside may come too late. */
const ear = `new MutationObserver(() => {
  for (const toast of document.querySelectorAll('[aria-label^="Notification"] li')) heardToast(toast.textContent)
}).observe(document, { childList: true, subtree: true })`

/** An account that nobody has yet. */
export function newAccount(): Account {
  const email = `screens-${process.pid}-${++count}-${Date.now()}@customers.test`
  return { email, password: 'correct horse', firstName: 'Pat', lastName: 'Potato' }
}

interface RealStoreOptions {
  /** The services behind the gateway; by default those that customers use. */
  services?: string[]
  /** Whether the file's tests tell one story: pages stay open from one to the next. */
  isOneStory?: boolean
}

/**
 * The built store in a real browser, over the gateway and the services, with nothing faked: one stack and
 * one browser for the file. A page error or a console error in any page fails the test it came in, and so does a
 * call that is not as the API's document says.
 */
export function withRealStore({ services = storeServices, isOneStory = false }: RealStoreOptions = {}) {
  let stack: Stack
  let browser: Browser
  let wire: WireCheck
  let contexts: BrowserContext[] = []
  const problems: string[] = []
  const toasts = new Set<string>()

  beforeAll(async () => {
    ;[stack, browser] = await Promise.all([startStack({ services }), launchBrowser()])
    wire = await createWireCheck(stack)
  }, 90_000)
  afterEach(async () => {
    const onTheWire = await wire.problems()
    if (!isOneStory) {
      await Promise.all(contexts.map((context) => context.close()))
      contexts = []
    }
    toasts.clear()
    expect(problems.splice(0)).toEqual([])
    expect(onTheWire).toEqual([])
  })
  afterAll(async () => {
    await browser?.close()
    await stack?.stop()
  })

  const watch = (page: Page) => {
    page.on('pageerror', (error) => problems.push(`${page.url()}: ${error.message}`))
    page.on('console', (message) => {
      // The browser itself logs each 4xx as an error; the contract asks for the guest's 401.
      if (message.type() === 'error' && !message.text().startsWith('Failed to load resource'))
        problems.push(`${page.url()}: ${message.text()}`)
    })
  }

  /** Creates the account; in this browser, or elsewhere. */
  const register = async (account: Account, context?: BrowserContext) => {
    const owner = context ?? (await browser.newContext({ baseURL: stack.baseUrl }))
    const answer = await owner.request.post('/api/auth/register', { data: account })
    expect(answer.status()).toBe(201)
    if (!context) await owner.close()
  }

  /** A browser as on a new laptop; with an account, one in which its customer has signed in before. */
  const open = async (address: string, account?: Account): Promise<Page> => {
    const context = await browser.newContext({
      baseURL: stack.baseUrl,
      viewport: { width: 1440, height: 900 },
    })
    context.setDefaultTimeout(30_000)
    contexts.push(context)
    wire.watch(context)
    await context.exposeFunction('heardToast', (words: string) => toasts.add(words))
    await context.addInitScript(ear)
    if (account) {
      await register(account, context)
    }
    context.on('page', watch)
    const page = await context.newPage()
    await page.goto(address)
    return page
  }
  /** Whether a toast with these words was on the screen in this test. */
  const heard = (words: string) => [...toasts].some((toast) => toast.includes(words))
  return { heard, open, register, stack: () => stack, wire: () => wire }
}
