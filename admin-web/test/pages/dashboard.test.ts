import { describe, expect, test } from 'vitest'
import { violationsOf } from '../../../test/support/axe.ts'
import { messageOf } from '../samples.ts'
import { untilFits, withAdmin } from './admin.ts'
import { noFigures } from './fake-figures.ts'

const { api, open } = withAdmin()
const counted = (total: number) => ({ body: { items: [], total, nextCursor: null } })

describe('the tabs', () => {
  test('when the dashboard opens, then each tab shows its count, also of dead letters while one service is unavailable', async () => {
    api.plans['GET /api/admin/orders'] = counted(1234)
    api.plans['GET /api/admin/subscriptions'] = counted(7)
    api.plans['GET /api/admin/subscription-logs'] = counted(0)
    api.messages = [messageOf(1), messageOf(2)]
    api.plans['GET /api/admin/dead-letters/order'] = counted(2)
    api.plans['GET /api/admin/dead-letters/achievement'] = counted(3)
    api.plans['GET /api/admin/dead-letters/fulfilment'] = { status: 503, body: { message: 'Unavailable' } }
    const page = await open()
    for (const name of ['Orders (1234)', 'Active (7)', 'Logs (0)', 'Mail (2)', 'Dead Letters (5)']) {
      await page.getByRole('tab', { name, exact: true }).waitFor()
    }
    expect(await page.getByRole('tab', { selected: true }).textContent()).toBe('Orders (1234)')
    for (const width of [1440, 1024]) {
      await page.setViewportSize({ width, height: 800 })
      await untilFits(page, width)
    }
    expect(await violationsOf(page)).toEqual([])
    await page.getByRole('tab', { name: 'Dead Letters (5)' }).click()
    await page.waitForURL('**/admin?tab=dead-letters')
  })

  test('when tabs are changed by click, Back and digits, then each keeps its list; ? lists the shortcuts of the tab', async () => {
    api.messages = [messageOf(1), messageOf(2, { status: 'resolved' })]
    const page = await open('?tab=mail&status=resolved')
    await page.getByText('Where is potato 2?').waitFor()
    await page.getByRole('tab', { name: /^Logs/ }).click()
    await page.waitForURL((url) => url.search === '?tab=logs')
    await page.getByRole('tab', { name: /^Mail/ }).click()
    await page.waitForURL((url) => url.searchParams.get('status') === 'resolved')
    await page.goBack()
    await page.getByRole('tab', { selected: true, name: /^Logs/ }).waitFor()

    await page.keyboard.press('4')
    await page.getByText('Where is potato 2?').waitFor()
    // Typed into a field, a digit is text.
    await page.keyboard.press('/')
    await page.keyboard.type('1')
    expect(await page.getByLabel('Search messages').inputValue()).toBe('1')
    await page.waitForURL((url) => url.searchParams.get('q') === '1')
    await page.keyboard.press('Escape')

    await page.keyboard.press('?')
    const help = page.getByRole('dialog', { name: 'Keyboard shortcuts' })
    await help.getByText('Open Dead Letters').waitFor()
    await page.keyboard.press('2')
    await page.waitForURL((url) => url.searchParams.get('tab') === 'mail')
    await page.keyboard.press('Escape')
    await help.waitFor({ state: 'hidden' })
    await page.keyboard.press('3')
    await page.waitForURL((url) => url.search === '?tab=logs')
  })

  test('when the operator returns to a tab before the next one is on the screen, then that tab stays', async () => {
    api.messages = [messageOf(1)]
    const page = await open('?tab=mail&status=new')
    await page.getByText('Where is potato 1?').waitFor()
    const tabs = page.getByRole('tab', { name: /^(Logs|Mail)/ })
    await tabs.evaluateAll((found: HTMLElement[]) => {
      for (const tab of found) tab.click()
    })
    await page.waitForURL((url) => url.searchParams.get('status') === 'new')
    await page.getByRole('tab', { selected: true, name: /^Mail/ }).waitFor()
  })
})

describe('the frame', () => {
  test('when the overview is opened or collapsed, then it stays so after a reload; on a phone it is collapsed at first, and reads no figures', async () => {
    const page = await open('', { stored: { 'prankpost-admin-overview': '' }, width: 375 })
    const overview = page.getByRole('button', { name: 'Overview' })
    const figures = () => Object.keys(noFigures).flatMap((key) => api.callsOf(key))
    const expanded = () => overview.getAttribute('aria-expanded')
    await overview.waitFor()
    await page.getByText('No Orders Yet').waitFor()
    expect([await expanded(), figures()]).toEqual(['false', []])
    await overview.click()
    await page.getByText('No revenue in these 30 days').waitFor()
    expect(figures().length).toBeGreaterThan(0)
    await page.reload()
    expect(await expanded()).toBe('true')
  })

  test('when an address is unknown, then the 404 page is shown with a link to the dashboard', async () => {
    const page = await open('/nothing', { failing: /^\/admin\/nothing/ })
    await page.getByText('404 Page Not Found').waitFor()
    await page.getByRole('link', { name: 'Go to the dashboard' }).click()
    await page.getByRole('heading', { name: 'Admin Dashboard' }).waitFor()
  })
})
