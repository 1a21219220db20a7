import { describe, expect, test } from 'vitest'
import { violationsOf } from '../../../test/support/axe.ts'
import { linkedOrder } from '../order-samples.ts'
import { molly } from '../samples.ts'
import { withStore } from './store.ts'

const { api, open } = withStore()
const reading = 'GET /api/order-links/t'
const link = '/order-status#token=t'

describe('the link of a mail about an order', () => {
  test('when a guest opens it, then it shows status and tracking by city, also after a reload, and leads to the sign-in', async () => {
    const page = await open(link)
    await page.getByRole('heading', { name: 'Order 00000777' }).waitFor()
    const parcels = page.getByRole('list', { name: 'Parcels' }).getByRole('listitem')
    const [potato, fish] = [
      parcels.filter({ hasText: 'Raw Potato' }),
      parcels.filter({ hasText: 'Talking Fish' }),
    ]
    await potato.getByText('Preparing').waitFor()
    await potato.getByText('To Reno').waitFor()
    const track = fish.getByRole('link', { name: 'Track with USPS' })
    expect(await track.getAttribute('href')).toBe(linkedOrder.items[1]?.trackingUrl)
    await page.getByText('This link works until May 23, 2027').waitFor()
    expect(new URL(page.url()).hash).toBe('')
    expect(await page.locator('meta[name=robots]').getAttribute('content')).toBe('noindex')
    for (const width of [375, 1280]) {
      await page.setViewportSize({ width, height: 900 })
      expect(await violationsOf(page, { contrast: width === 375 })).toEqual([])
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(width)
    }
    api.plans[reading] = { body: { ...linkedOrder, status: 'delivered' } }
    await page.reload()
    await page.getByText('Delivered', { exact: true }).waitFor()
    await page.getByRole('button', { name: 'Sign in to see everything' }).click()
    await page.getByRole('dialog', { name: 'Sign In' }).waitFor()
    expect(new URL(page.url()).pathname).toBe('/dashboard')
  })

  test('when the customer returns to the tab, then it shows what has happened meanwhile', async () => {
    const page = await open(link)
    await page.getByRole('heading', { name: 'Order 00000777' }).waitFor()
    api.plans[reading] = { body: { ...linkedOrder, status: 'delivered' } }
    await page.evaluate(() => globalThis.dispatchEvent(new Event('visibilitychange')))
    await page.getByText('Delivered', { exact: true }).waitFor()
  })

  test('when a customer is signed in, then a link leads to the history', async () => {
    api.user = molly
    const page = await open(link)
    const more = page.getByRole('link', { name: 'See everything' })
    expect(await more.getAttribute('href')).toBe('/dashboard?tab=history')
  })

  test('when the token is refused, then the page says that the link has expired; after another error it can try again', async () => {
    api.plans[reading] = { status: 503, text: 'Nap time' }
    const page = await open(link)
    await page.getByRole('alert').filter({ hasText: '503: Nap time' }).waitFor()
    api.plans[reading] = { body: { number: 7 } }
    await page.getByRole('button', { name: 'Try Again' }).click()
    await page.getByRole('alert').filter({ hasText: 'could not read' }).waitFor()
    for (const [status, code] of [
      [404, 'not_found'],
      [400, 'invalid'],
    ] as const) {
      api.plans[reading] = { status, body: { message: 'This link does not work.', code } }
      api.calls = []
      await page.reload()
      await page.getByRole('alert').getByRole('heading', { name: 'This link has expired' }).waitFor()
      await page.getByRole('link', { name: 'View Prank History' }).waitFor()
      await page.getByRole('link', { name: 'Contact Us' }).waitFor()
      expect(api.bodiesOf(reading)).toHaveLength(1)
    }
  })

  test('when there is no token, then the page asks to open the link again', async () => {
    const page = await open('/order-status')
    await page.getByRole('heading', { name: 'Please Open the Link Again' }).waitFor()
    expect(api.calls.filter(({ key }) => key.includes('order-links'))).toEqual([])
  })
})
