import {
  leaveProfile,
  openProfile,
  type SharedStack,
  type Stack,
  sharedStack,
  startStack,
  testBrowser,
} from '@prankpost/test-harness'
import type { Browser, BrowserContext, Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, beforeEach, expect } from 'vitest'
import { type IsExpected, recordErrors } from './page-errors.ts'
import { warningsOf } from './warnings.ts'
import { createWireCheck, type WireCheck } from './wire-check.ts'

/** A customer's account, and what they sign in with. */
export interface Account {
  email: string
  password: string
  firstName: string
  lastName: string
}

let count = 0

/** A new, unused account. */
export function newAccount(): Account {
  const email = `screens-${process.pid}-${++count}-${Date.now()}@customers.test`
  return { email, password: 'correct horse', firstName: 'Pat', lastName: 'Potato' }
}

interface RealStoreOptions {
  /** Whether the tests need a shop without other buyers. */
  ownStack?: boolean
  /** Whether the file's tests tell one story: pages stay open from one to the next. */
  isOneStory?: boolean
}

interface OpenOptions {
  viewport?: { width: number; height: number }
  /** Lets things move, which costs the machine a lot; in the admin, a click on something that still moves has no effect. */
  motion?: boolean
  /** A new browser profile, for a test that adds scripts to it, or needs its cache empty. */
  ownProfile?: boolean
}

/**
 * The built store in a real browser, over the gateway and the services, without any fake: one stack and
 * one browser for the file. A page error or a console error in any page fails the current test, and so does a
 * call that differs from the API's document.
 */
export function withRealStore({ ownStack = false, isOneStory = false }: RealStoreOptions = {}) {
  let stack: SharedStack
  let own: Stack | undefined
  let browser: Browser
  let wire: WireCheck
  let contexts: BrowserContext[] = []
  const problems: string[] = []
  let startedAt: Date

  beforeAll(async () => {
    // A test clicks faster than a person: without the limit of calls by address.
    if (ownStack) own = await startStack()
    stack = own ?? (await sharedStack())
    browser = await testBrowser()
    wire = await createWireCheck(stack)
  })
  beforeEach(() => {
    startedAt = new Date()
  })
  afterEach(async () => {
    const onTheWire = await wire.problems()
    if (!isOneStory) {
      await Promise.all(contexts.map(leaveProfile))
      contexts = []
    }
    refusals = []
    if (problems.length > 0) console.error((await warningsOf(stack, startedAt)).join('\n'))
    expect(problems.splice(0)).toEqual([])
    expect(onTheWire).toEqual([])
  })
  afterAll(async () => {
    await Promise.all(contexts.map(leaveProfile))
    await own?.stop()
  })

  /** `STATUS /path` of each answer that a test expects. */
  let refusals: (string | RegExp)[] = []
  const isExpected: IsExpected = (pathname, status) => {
    const refusal = `${status} ${pathname}`
    return refusals.some((expected) =>
      typeof expected === 'string' ? expected === refusal : expected.test(refusal),
    )
  }
  const expectRefusals = (...expected: (string | RegExp)[]) => {
    refusals = expected
  }

  /** Creates the account, in this browser or elsewhere. */
  const register = async (account: Account, context?: BrowserContext) => {
    const owner = context ?? (await browser.newContext({ baseURL: stack.baseUrl }))
    const answer = await owner.request.post('/api/auth/register', { data: account })
    expect(answer.status()).toBe(201)
    if (!context) await owner.close()
  }

  /** A browser as on a new laptop; with an account, one in which its customer has signed in before. */
  const open = async (
    address: string,
    account?: Account,
    { viewport = { width: 1440, height: 900 }, motion = false, ownProfile = false }: OpenOptions = {},
  ): Promise<Page> => {
    const reducedMotion = motion ? null : ('reduce' as const)
    const options = { baseURL: stack.baseUrl, viewport, reducedMotion }
    const context = await (ownProfile ? browser.newContext(options) : openProfile(options))
    context.setDefaultTimeout(60_000)
    contexts.push(context)
    wire.watch(context)
    if (account) await register(account, context)
    context.on('page', (page) => recordErrors(page, problems, isExpected))
    const page = await context.newPage()
    await page.goto(address)
    return page
  }
  return { expectRefusals, open, register, stack: () => stack, wire: () => wire }
}
