import { findOnPath, StackError } from '@prankpost/local-stack'
import { type Browser, chromium } from 'playwright-core'

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

let browser: Promise<Browser> | undefined

/**
 * The system's headless Chromium: one for all test files of a worker; it ends with the worker. A test
 * closes its contexts, not the browser.
 */
export function testBrowser(): Promise<Browser> {
  browser ??= launchBrowser()
  return browser
}

/**
 * Starts the system's Chromium, headless; `keepsPages` with the back/forward cache, which Playwright switches off.
 * @throws {StackError} when no Chromium is found
 */
export async function launchBrowser({ keepsPages = false } = {}): Promise<Browser> {
  const executablePath = findBrowser()
  if (!executablePath)
    throw new StackError(
      'There is no Chromium: install it (Debian: apt-get install chromium-headless-shell).',
    )
  return await chromium.launch({
    executablePath,
    args: flags,
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
