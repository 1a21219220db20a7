import type { Page } from 'playwright-core'
import { afterEach } from 'vitest'
import { storedText, withFrontEnd } from '../../../test/support/front-end.ts'
import { molly } from '../samples.ts'
import { FakeApi } from './fake-api.ts'

export { until } from '../../../test/support/front-end.ts'

/** Reports every toast at once, even when its page is left immediately: polling the page may miss it. */
const toastObserver = `new MutationObserver(() => {
  for (const toast of document.querySelectorAll('[aria-label^="Notification"] li')) heardToast(toast.textContent)
}).observe(document, { childList: true, subtree: true })`

export interface OpenOptions {
  /** The initial content of the browser's local storage, by key. */
  stored?: Record<string, unknown>
  /** The cart that was parked when the customer left for the payment page. */
  parked?: object
  /** Delays the store's scripts until this promise resolves: until then, the page is what index.html paints. */
  scriptsAfter?: Promise<void>
  /** The paths that may fail to load, in addition to the calls that the fake API fails. */
  failing?: RegExp | undefined
  width?: number
  /** Lets things move, which costs the machine a lot. */
  motion?: boolean
  /** Lets the test set the page's clock. */
  clock?: boolean
  /** For a test that measures a first visit. */
  ownProfile?: boolean
}

/** The built store in a real browser, with every call answered by a FakeApi. */
export function withStore() {
  const toasts = new Set<string>()
  const api = new FakeApi()
  const frontEnd = withFrontEnd(api)
  afterEach(() => toasts.clear())

  const open = (
    address: string,
    {
      stored = {},
      parked,
      scriptsAfter,
      failing,
      width = 1280,
      motion = false,
      clock = false,
      ownProfile = clock,
    }: OpenOptions = {},
  ): Promise<Page> =>
    frontEnd.open(address, {
      viewport: { width, height: 900 },
      reducedMotion: motion ? 'no-preference' : 'reduce',
      localStorage: Object.fromEntries(
        Object.entries(stored).map(([key, value]) => [
          key,
          typeof value === 'string' ? value : JSON.stringify(value),
        ]),
      ),
      sessionStorage: parked ? { 'prankpost-parked': JSON.stringify(parked) } : {},
      scriptsAfter,
      failing,
      ownProfile,
      async prepare(page) {
        if (clock) await page.clock.install()
        await page.exposeFunction('heardToast', (text: string) => toasts.add(text))
        await page.addInitScript(toastObserver)
      },
    })
  /** Whether a toast with this text was on the screen in this test. */
  const heard = (text: string) => [...toasts].some((toast) => toast.includes(text))
  return { api, heard, open }
}

/** For an answer that does not arrive during the test. */
export const never = new Promise<never>(() => undefined)

/** The value of this key in the page's local storage; null when there is none. */
export async function storedIn(page: Page, key: string): Promise<unknown> {
  return JSON.parse((await storedText(page, key)) ?? 'null')
}

/** Signs in as Molly, in the dialog that is open. */
export async function signIn(page: Page) {
  const dialog = page.getByRole('dialog', { name: 'Sign In' })
  await dialog.getByLabel('Email').fill(molly.email)
  await dialog.getByLabel('Password', { exact: true }).fill('hahaha123')
  await dialog.getByRole('button', { name: 'Sign In', exact: true }).click()
}

/** The toast with this title and description. */
export function toastOf(page: Page, title: string, description = '') {
  return page
    .getByRole('region', { name: 'Notification' })
    .getByRole('listitem')
    .filter({ hasText: title })
    .filter({ hasText: description })
}
