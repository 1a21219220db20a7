import { launchBrowser, type SharedStack, sharedStack, until } from '@prankpost/test-harness'
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { newAccount } from '../support/real-store.ts'

// A browser of its own: it has a back/forward cache, and its processes run these pages only.
let stack: SharedStack
let browser: Browser
beforeAll(async () => {
  stack = await sharedStack()
  browser = await launchBrowser({ keepsPages: true })
})
afterAll(() => browser?.close())

/** The headless shell keeps no page, but reports every reason. */
const ofTheShell = ['BackForwardCacheDisabledForDelegate', 'BrowsingInstanceNotSwapped']

/** Leaves the page, goes back, and returns why it was loaded again; empty if it was not, or only because of the shell. */
async function goBack(page: Page): Promise<string[]> {
  const session = await page.context().newCDPSession(page)
  await session.send('Page.enable')
  const reasons: string[] = []
  session.on('Page.backForwardCacheNotUsed', ({ notRestoredExplanations }) => {
    reasons.push(...notRestoredExplanations.map(({ reason }) => reason))
  })
  await page.evaluate('addEventListener("pageshow", ({ persisted }) => { globalThis.isKept = persisted })')
  await page.goto('/privacy-policy')
  await page.goBack()
  const isKept = () => page.evaluate('globalThis.isKept === true').catch(() => false)
  await until(async () => reasons.length > 0 || (await isKept()) === true)
  return reasons.filter((reason) => !ofTheShell.includes(reason))
}

test('when a visitor leaves a page and goes back, then nothing keeps the page out of the back/forward cache', async () => {
  const page = await browser.newPage({ baseURL: stack.baseUrl })
  for (const address of ['/', '/pranks/raw-potato', '/cart']) {
    await page.goto(address, { waitUntil: 'networkidle' })
    expect([address, await goBack(page)]).toEqual([address, []])
  }
  await page.evaluate('addEventListener("unload", () => {})')
  expect(await goBack(page)).toEqual(['UnloadHandlerExistsInMainFrame'])
  await page.close()
})

test('when a customer has signed out since, then neither Back nor another tab shows their data', async () => {
  const context = await browser.newContext({ baseURL: stack.baseUrl })
  await context.request.post('/api/auth/register', { data: newAccount() })
  const [page, other] = [await context.newPage(), await context.newPage()]
  await other.goto('/support')
  await other.getByLabel('Message').fill('My name is Pat')
  await page.goto('/dashboard')
  await page.getByRole('heading', { name: 'Welcome back, Pat!' }).waitFor()
  const kept = await context.newPage()
  // The browser keeps this page as it is: it learns nothing until it is shown again.
  await kept.addInitScript('addEventListener("storage", (event) => event.stopImmediatePropagation())')
  await kept.goto('/dashboard')
  await kept.getByRole('heading', { name: 'Welcome back, Pat!' }).waitFor()
  await page.getByRole('button', { name: 'Open menu' }).click()
  await page.getByRole('dialog', { name: 'Menu' }).getByText('Logout').click()
  const isReloaded = 'performance.getEntriesByType("navigation")[0].type === "reload"'
  await until(() => other.evaluate(isReloaded).catch(() => false))
  expect(await other.evaluate(() => sessionStorage.getItem('prankpost-support-draft'))).toBeNull()
  expect(await kept.evaluate(isReloaded)).toBe(false)
  await kept.evaluate('dispatchEvent(new PageTransitionEvent("pageshow", { persisted: true }))')
  await kept.getByText('Please log in to access your dashboard.').waitFor()
  await context.close()
})

test('when nothing happens on the home page, then it lays out nothing, and uses next to no processor time', async () => {
  const page = await browser.newPage({ baseURL: stack.baseUrl })
  await page.goto('/', { waitUntil: 'networkidle' })
  const [session, processes] = [
    await page.context().newCDPSession(page),
    await browser.newBrowserCDPSession(),
  ]
  await session.send('Performance.enable')
  await page.waitForFunction(() => document.getAnimations().length === 0)
  const measure = async () => {
    const { processInfo } = await processes.send('SystemInfo.getProcessInfo')
    const { metrics } = await session.send('Performance.getMetrics')
    const count = (name: string) => metrics.find((one) => one.name === name)?.value ?? Number.NaN
    const [layouts, styles] = [count('LayoutCount'), count('RecalcStyleCount')]
    return { layouts, styles, cpu: processInfo.reduce((sum, { cpuTime }) => sum + cpuTime, 0) }
  }
  await page.waitForFunction(() => Reflect.get(globalThis, 'earlyTexts') === undefined)
  const measured = [await measure()]
  for (let seconds = 1; seconds <= 3; seconds++) {
    await page.waitForTimeout(1_000)
    measured.push(await measure())
  }
  // Of one second. What happens only once, such as the work of an idle moment, is not in each of them.
  const least = (name: 'layouts' | 'styles' | 'cpu') =>
    Math.min(...measured.slice(1).map((one, second) => one[name] - (measured[second]?.[name] ?? 0)))
  expect([least('layouts'), least('styles')]).toEqual([0, 0])
  // An endless animation takes 0.2 of each; what the browser itself does is not in each of them.
  expect(least('cpu')).toBeLessThan(0.07)
})
