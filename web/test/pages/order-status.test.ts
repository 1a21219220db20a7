import { describe, expect, test } from 'vitest'
import { violationsOf } from '../../../test/support/axe.ts'
import { linkedOrder } from '../order-samples.ts'
import { molly } from '../samples.ts'
import { withStore } from './store.ts'

const { api, open } = withStore()
const reading = 'GET /api/order-links/t'
const link = '/order-status#token=t'

describe('the link of a mail about an order', () => {
  test('when a guest opens it, then it shows status and tracking by city, and the token leaves the address bar', async () => {
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
  })

  test('when the page is reloaded, then the same order is shown with its newest state', async () => {
    const page = await open(link)
    await page.getByText('To Reno').first().waitFor()
    api.plans[reading] = { body: { ...linkedOrder, status: 'delivered' } }
    await page.reload()
    await page.getByText('Delivered', { exact: true }).waitFor()
  })

  test('when a guest wants to see everything, then the sign-in dialog opens over the history', async () => {
    const page = await open(link)
    await page.getByRole('button', { name: 'Sign in to see everything' }).click()
    await page.getByRole('dialog', { name: 'Sign In' }).waitFor()
    expect(new URL(page.url()).pathname).toBe('/dashboard')
  })

  test('when a customer is signed in, then a link leads to the history', async () => {
    api.user = molly
    const page = await open(link)
    const more = page.getByRole('link', { name: 'See everything' })
    expect(await more.getAttribute('href')).toBe('/dashboard?tab=history')
  })

  test.each([
    [404, 'not_found'],
    [400, 'invalid'],
  ])(
    'when the token is refused with %i, then the page says that the link has expired',
    async (status, code) => {
      api.plans[reading] = { status, body: { message: 'This link does not work.', code } }
      const page = await open(link)
      await page.getByRole('alert').getByRole('heading', { name: 'This link has expired' }).waitFor()
      await page.getByRole('link', { name: 'View Prank History' }).waitFor()
      await page.getByRole('link', { name: 'Contact Us' }).waitFor()
      expect(api.bodiesOf(reading)).toHaveLength(1)
    },
  )

  test('when there is no token, then the page asks to open the link again', async () => {
    const page = await open('/order-status')
    await page.getByRole('heading', { name: 'Please Open the Link Again' }).waitFor()
    expect(api.calls.filter(({ key }) => key.includes('order-links'))).toEqual([])
  })

  test.each([
    [{ status: 503, text: 'Nap time' }, '503: Nap time'],
    [{ body: { number: 7 } }, 'could not read'],
  ])('when it is answered with %j, then the page shows an error and can try again', async (answer, words) => {
    api.plans[reading] = answer
    const page = await open(link)
    await page.getByRole('alert').filter({ hasText: words }).waitFor()
    delete api.plans[reading]
    await page.getByRole('button', { name: 'Try Again' }).click()
    await page.getByText('To Reno').first().waitFor()
  })

  test.each([1440, 375])('when axe checks it at %i px, then it finds nothing serious', async (width) => {
    const page = await open(link, { width, reducedMotion: true })
    await page.getByText('To Reno').first().waitFor()
    expect(await violationsOf(page)).toEqual([])
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(width)
  })
})
