import type { Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import { bob, molly } from '../samples.ts'
import { until, withStore } from './store.ts'

const { api, open } = withStore()

/** Records the files of the store that the page requests from now on, by the name of their screen. */
function requestsOf(page: Page) {
  const files: string[] = []
  page.on('request', (request) => files.push(new URL(request.url()).pathname))
  return { has: (screen: string) => files.some((file) => file.startsWith(`/assets/${screen}.page-`)) }
}

/** Starts a touch and does not end it. */
async function touch(page: Page, name: string) {
  const box = await page.getByRole('link', { name }).first().boundingBox()
  if (!box) throw new Error(`${name} is not on the screen`)
  const client = await page.context().newCDPSession(page)
  await client.send('Emulation.setTouchEmulationEnabled', { enabled: true })
  await client.send('Input.dispatchTouchEvent', {
    type: 'touchStart',
    touchPoints: [{ x: box.x + box.width / 2, y: box.y + box.height / 2 }],
  })
}

describe('a link to another screen', () => {
  test('when it is hovered, focused or touched, then the code and the data of its screen are fetched before the click', async () => {
    api.user = molly
    const page = await open('/')
    const requests = requestsOf(page)
    await page.getByRole('button', { name: 'Open menu' }).click()
    const menu = page.getByRole('navigation', { name: 'Menu' })
    // Once the session is known, its links do not move any more.
    await menu.getByRole('button', { name: 'Logout' }).waitFor()
    await menu.getByRole('link', { name: 'Support' }).hover()
    await until(() => requests.has('support'))
    await menu.getByRole('link', { name: 'Dashboard' }).hover()
    await until(() => requests.has('dashboard') && api.bodiesOf('GET /api/prank-history').length > 0)
    await page.keyboard.press('Escape')
    await page.getByRole('link', { name: 'Privacy Policy' }).focus()
    await until(() => requests.has('privacy'))
    expect(requests.has('cart')).toBe(false)
    await touch(page, 'Cart, 0 items')
    await until(() => requests.has('cart'))
    expect(new URL(page.url()).pathname).toBe('/')
  })
})

describe('the tabs of the dashboard', () => {
  const tabs = [
    ['Targets', 'Bob Butterfingers'],
    ['Achievements', 'First Strike'],
    ['Account', 'Molly Jester'],
    ['History', 'No pranks sent yet.'],
  ] as const

  test('when they were open before, then each shows its previous content at once, even if the server is unavailable', async () => {
    api.user = molly
    api.contacts = [bob]
    const page = await open('/dashboard')
    const show = (tab: string) => page.getByRole('tab', { name: tab }).click()
    for (const [tab, words] of tabs) {
      await show(tab)
      await page.getByRole('tabpanel', { name: tab }).getByText(words, { exact: true }).waitFor()
      await page.locator('[aria-label="Loading"]').first().waitFor({ state: 'detached' })
    }
    for (const path of [
      'contacts',
      'achievements',
      'subscriptions',
      'prank-history',
      'auth/email-verification',
    ])
      api.plans[`GET /api/${path}`] = 'unavailable'
    await watchForBones(page)
    for (const [tab, words] of tabs) {
      await show(tab)
      await page.getByRole('tabpanel', { name: tab }).getByText(words, { exact: true }).waitFor()
    }
    expect(await page.evaluate('bonesSeen')).toBe(0)
  })
})

/** Counts loading placeholders from now on, including those that are visible only briefly. */
const watchForBones = (page: Page) =>
  page.evaluate(`
    globalThis.bonesSeen = 0
    new MutationObserver(() => {
      bonesSeen += document.querySelectorAll('[aria-label="Loading"]').length
    }).observe(document, { childList: true, subtree: true })
  `)
