import type { Page, Route } from 'playwright-core'
import { expect, test } from 'vitest'
import { storedIn, withStore } from './store.ts'

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
