import { findOnPath, StackError } from '@prankpost/local-stack'
import {
  type Browser,
  type BrowserContext,
  type BrowserContextOptions,
  chromium,
  type Page,
} from 'playwright-core'

/** Limits the system's Chromium to connections to the stack, and allows root to run it. */
const flags = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
]
/** Pages of a profile that show the same site use one process, which has compiled its scripts already. */
const oneProcess = '--process-per-site'

let browser: Promise<Browser> | undefined

/**
 * The system's headless Chromium: one for all test files of a worker; it ends with the worker. A test
 * closes its contexts, not the browser.
 */
export function testBrowser(): Promise<Browser> {
  browser ??= launchBrowser({ sharesProcesses: true })
  return browser
}

/** A profile, and the page of it that stays open. */
interface Profile {
  key: string
  context: BrowserContext
  kept: Page
}

/** The profiles of this worker that no test uses, and those that tests use. */
let unused: Profile[] = []
const used = new Map<BrowserContext, Profile>()

/**
 * A browser profile without cookies, permissions and storage, but, where one with the same options was used before, with the
 * browser's cache and a process that has compiled the scripts of the site: a new profile does all of that again.
 */
export async function openProfile(
  options: BrowserContextOptions & { baseURL: string },
): Promise<BrowserContext> {
  const key = JSON.stringify(options)
  let profile = unused.find((one) => one.key === key)
  unused = unused.filter((one) => one !== profile)
  if (!profile) {
    const context = await (await testBrowser()).newContext(options)
    const kept = await context.newPage()
    await kept.goto('/robots.txt')
    profile = { key, context, kept }
  }
  used.set(profile.context, profile)
  return profile.context
}

/** Empties a profile for the next test. One that did not come from `openProfile` ends. */
export async function leaveProfile(context: BrowserContext): Promise<void> {
  const profile = used.get(context)
  if (!used.delete(context) || !profile) return context.close()
  for (const event of ['page', 'request', 'requestfinished', 'response', 'console'])
    context.removeAllListeners(event)
  const pages = context.pages().filter((page) => page !== profile.kept)
  await Promise.all(pages.map((page) => page.close()))
  await Promise.all([
    context.clearCookies(),
    context.clearPermissions(),
    profile.kept.evaluate('localStorage.clear()'),
  ])
  unused.push(profile)
}

/**
 * Starts the system's Chromium, headless; `keepsPages` with the back/forward cache, which Playwright switches off,
 * `sharesProcesses` with one process for all pages of a profile.
 * @throws {StackError} when no Chromium is found
 */
export async function launchBrowser({ keepsPages = false, sharesProcesses = false } = {}): Promise<Browser> {
  const executablePath = findBrowser()
  if (!executablePath)
    throw new StackError(
      'There is no Chromium: install it (Debian: apt-get install chromium-headless-shell).',
    )
  return await chromium.launch({
    executablePath,
    args: sharesProcesses ? [...flags, oneProcess] : flags,
    ...(keepsPages && { ignoreDefaultArgs: ['--disable-back-forward-cache'] }),
  })
}

/**
 * The path of the system's Chromium or Chrome; `CHROMIUM_PATH` names another one. The headless shell comes first: it is
 * the same engine without the browser's own windows, and needs half the CPU.
 */
function findBrowser(env: NodeJS.ProcessEnv = process.env): string | undefined {
  if (env.CHROMIUM_PATH) return env.CHROMIUM_PATH
  for (const name of ['chromium-headless-shell', 'chromium', 'chromium-browser', 'google-chrome']) {
    const found = findOnPath(name, env)
    if (found) return found
  }
  return undefined
}
