import { launchBrowser } from '@prankpost/test-harness'
import type { Browser, Page } from 'playwright-core'
import type { Shop } from '../frame/shop.ts'
import type { Customer } from './people.ts'

/** Why no page can be opened; null if one can. */
export async function noBrowser(): Promise<string | null> {
  try {
    await (await launchBrowser()).close()
    return null
  } catch {
    return 'there is no Chromium'
  }
}

/** Opens a browser, uses it and closes it. */
export async function inBrowser<T>(use: (browser: Browser) => Promise<T>): Promise<T> {
  const browser = await launchBrowser()
  try {
    return await use(browser)
  } finally {
    await browser.close()
  }
}

/** Opens a page in its own browser context, optionally with a customer's session. */
export async function openPage(
  browser: Browser,
  shop: Shop,
  { customer }: { customer?: Customer } = {},
): Promise<Page> {
  const context = await browser.newContext({ baseURL: shop.baseUrl })
  context.setDefaultTimeout(15_000)
  if (customer !== undefined) {
    const [name = '', value = ''] = customer.cookie.split(/=(.*)/s)
    await context.addCookies([{ name, value, url: shop.baseUrl, httpOnly: true, sameSite: 'Lax' }])
  }
  return context.newPage()
}

/** Opens an address and waits until the page makes no more requests and shows its content. */
export async function visit(page: Page, url: string): Promise<void> {
  await page.goto(url)
  await page.waitForLoadState('networkidle')
  // On a slow machine a page makes no requests for a while before it renders.
  await page.getByRole('main').getByRole('heading').first().waitFor()
  await page.getByRole('status', { name: 'Loading' }).waitFor({ state: 'detached' })
}

/** Clicks the buttons of the page's main part one after the other, like a careless person or a scanner. */
export async function pressAll(page: Page): Promise<string[]> {
  const { pathname } = new URL(page.url())
  const buttons = page.getByRole('main').getByRole('button')
  const names: string[] = []
  for (let n = 0; n < Math.min(await buttons.count(), 5); n++) {
    const button = buttons.nth(n)
    if (!(await button.isVisible()) || !(await button.isEnabled())) continue
    names.push((await button.textContent()) ?? '')
    // The call that the button makes, if it makes one; the page may have been idle until now.
    const answered = page.waitForResponse(() => true, { timeout: 1_000 }).catch(() => undefined)
    await button.click({ timeout: 2_000 }).catch(() => undefined)
    await answered
    await page.waitForLoadState('networkidle')
    // A dialog would cover the other buttons.
    await page.keyboard.press('Escape')
    if (new URL(page.url()).pathname !== pathname) break
  }
  return names
}
