import type { Page, Route } from 'playwright-core'
import { expect, test } from 'vitest'
import { violationsOf } from '../../../test/support/axe.ts'
import { storedIn, until, withStore } from './store.ts'

const { open } = withStore()
const cart = [
  {
    prankId: 'p1',
    contactId: 'c1',
    prankName: 'Raw Potato',
    contactName: 'Gerald',
    quantity: 1,
    price: '$4.99',
  },
]

/** Code of the cart is missing until the page is loaded again; `page` is what the shop sends for `/` until then. */
async function openOutdated(page: (route: Route) => Promise<void>) {
  const store = await open('/support', { stored: { 'prankpost-cart': cart }, failing: /cart\.page/ })
  const loads: string[] = []
  store.on('request', (request) => {
    if (request.isNavigationRequest()) loads.push(new URL(request.url()).pathname)
  })
  const untilLoaded = (answer: (route: Route) => Promise<void>) => (route: Route) =>
    loads.length > 0 ? route.continue() : answer(route)
  await store.route(
    '**/assets/cart.page-*.js',
    untilLoaded((route) => route.fulfill({ status: 404 })),
  )
  await store.route(({ pathname }) => pathname === '/', untilLoaded(page))
  return { page: store, loads }
}
const openCart = (page: Page) => page.getByRole('link', { name: 'Cart, 1 item' }).click()

test('when an update has removed code then the page is loaded again, and the Arsenal is kept', async () => {
  const { page, loads } = await openOutdated((route) =>
    route.fulfill({
      contentType: 'text/html',
      body: '<script type="module" src="/assets/index-new.js"></script>',
    }),
  )
  await openCart(page)
  await page.getByRole('main').getByText('Raw Potato').first().waitFor()
  expect(loads).toEqual(['/cart'])
  expect(await storedIn(page, 'prankpost-cart')).toHaveLength(1)
})

test('when code is missing without an update then the page is not loaded again, and can be', async () => {
  const { page, loads } = await openOutdated((route) => route.continue())
  const checked = page.waitForResponse((response) => new URL(response.url()).pathname === '/')
  await openCart(page)
  await (await checked).finished()
  await page.getByRole('button', { name: 'Try Again' }).waitFor()
  expect(loads).toEqual([])
})

/**
 * A complete page whose scripts are missing until it was loaded this many times. `loads` has the paths that were requested,
 * `shown` those whose page has replaced the one before, and records clicks.
 */
async function openDead(untilLoads: number) {
  const page = await open('/', { failing: /^\/assets\// })
  // This page needs its scripts: without them it would be loaded again, too.
  await hasStarted(page)
  const loads: string[] = []
  page.on('request', (request) => {
    if (request.isNavigationRequest()) loads.push(new URL(request.url()).pathname)
  })
  const shown: string[] = []
  page.on('domcontentloaded', () => shown.push(new URL(page.url()).pathname))
  await page.route('**/assets/*.js', (route) =>
    loads.length < untilLoads ? route.abort('failed') : route.continue(),
  )
  await page.route('**/support', async (route) => {
    const html = await (await route.fetch()).text()
    const body = html.replace('<div id="root">', (root) => `${root}<main><h1>Our answers</h1></main>`)
    await route.fulfill({ contentType: 'text/html', body })
  })
  await page.goto('/support')
  return { page, loads, shown }
}
const hasStarted = (page: Page) =>
  page.waitForFunction(() => Reflect.get(globalThis, 'earlyTexts') === undefined)
const openMenu = async (page: Page) => {
  // A press that begins before the buttons are replaced and ends after that is no click.
  await hasStarted(page)
  await page.getByRole('button', { name: 'Open menu' }).click()
  await page.getByRole('dialog', { name: 'Menu' }).waitFor()
}

test('when the scripts of a complete page fail to load once, then it is loaded again, and works', async () => {
  const { page, loads, shown } = await openDead(2)
  await until(() => shown.length === 2)
  await openMenu(page)
  expect(await page.getByRole('button', { name: 'Reload' }).count()).toBe(0)
  expect(loads).toHaveLength(2)
})

test('when they fail again, then the page stays readable, and a bar without a barrier offers to reload it', async () => {
  const { page, loads, shown } = await openDead(3)
  const bar = page.getByRole('alert').filter({ hasText: 'Network connection failed.' })
  await bar.waitFor()
  expect(loads).toHaveLength(2)
  await page.getByRole('heading', { name: 'Our answers' }).waitFor()
  expect(await violationsOf(page)).toEqual([])
  const reload = bar.getByRole('button', { name: 'Reload' })
  const box = await reload.boundingBox()
  expect(box && box.y + box.height).toBeLessThanOrEqual(900)
  await reload.click()
  await until(() => shown.length === 3)
  await openMenu(page)
})
