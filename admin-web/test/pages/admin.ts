import type { Locator, Page } from 'playwright-core'
import { storedText, until, withFrontEnd } from '../../../test/support/front-end.ts'
import { FakeApi } from './fake-api.ts'

export { storedText as storedIn, until }

export interface OpenOptions {
  /** Opens it logged out. */
  stranger?: boolean
  /** Further local storage. The overview is collapsed unless this sets it otherwise. */
  stored?: Record<string, string>
  /** The paths that may fail to load, in addition to the calls that the fake API fails. */
  failing?: RegExp
  width?: number
  /** Lets the test set the page's clock. */
  clock?: boolean
  /** The time zone of the operator. */
  timezoneId?: string
}

/** The built admin in a real browser, with every call answered by a FakeApi. */
export function withAdmin() {
  const api = new FakeApi()
  const frontEnd = withFrontEnd(api)

  /** Opens the admin at an address such as `?tab=mail`, logged in. */
  const open = (
    address = '',
    { stranger = false, stored = {}, failing, width = 1440, clock = false, timezoneId }: OpenOptions = {},
  ): Promise<Page> =>
    frontEnd.open(`/admin${address}`, {
      viewport: { width, height: 900 },
      reducedMotion: 'reduce',
      ...(timezoneId && { timezoneId }),
      failing,
      localStorage: {
        'prankpost-admin-overview': 'closed',
        ...(stranger ? {} : { adminPassword: api.password }),
        ...stored,
      },
      ownProfile: clock,
      prepare: async (page) => clock && (await page.clock.install()),
    })
  return { api, open }
}

/** The notification with this title and this text below it. */
export function noteOf(page: Page, title: string, text = '') {
  return page.locator('.ant-notification-notice').filter({ hasText: title }).filter({ hasText: text })
}

/**
 * Types a text after the one in the field, each letter in a task of its own. The tasks are those of the page: however busy
 * the machine is, none of its timers runs out between two letters, as it may between two keys that a test sends.
 */
export const typeQuickly = (field: Locator, text: string) =>
  field.evaluate(async (input: HTMLInputElement | HTMLTextAreaElement, letters) => {
    const { set } = Object.getOwnPropertyDescriptor(Object.getPrototypeOf(input), 'value') ?? {}
    for (const letter of letters) {
      set?.call(input, input.value + letter)
      input.dispatchEvent(new Event('input', { bubbles: true }))
      await new Promise((resolve) => setTimeout(resolve))
    }
  }, text)

/** Waits until no button is busy: a busy one ignores clicks, and a list that is read answers with what was set before. */
export const untilIdle = (page: Page) =>
  until(async () => (await page.locator('.ant-btn-loading').count()) === 0)

/** Waits until nothing is wider than the window: tables measure themselves after it has changed. */
export const untilFits = (page: Page, width: number) =>
  until(async () => (await page.evaluate(() => document.documentElement.scrollWidth)) === width)
