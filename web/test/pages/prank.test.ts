import type { Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import { violationsOf } from '../../../test/support/axe.ts'
import { potato, pranks } from '../samples.ts'
import { toastOf, until, withStore } from './store.ts'

const { api, heard, open } = withStore()
const read = 'GET /api/pranks/raw-potato'
const address = '/pranks/raw-potato'
const headed = (page: Page, name: string) => page.getByRole('heading', { level: 1, name }).waitFor()
const attribute = (page: Page, selector: string, name = 'content') =>
  page.locator(selector).first().getAttribute(name)
const dataOf = async (page: Page) =>
  JSON.parse((await page.locator('script[type="application/ld+json"]').textContent()) ?? '')['@graph']

describe('the page of a prank', () => {
  test('when it is opened, then it shows what is in it, and leads home with the prank picked', async () => {
    const page = await open(address)
    await headed(page, 'Raw Potato')
    for (const words of ['$4.99', potato.description, potato.contents, potato.allergens])
      await page.getByText(words).first().waitFor()
    expect(await page.title()).toBe('Raw Potato | PrankPost')
    const breadcrumb = page.getByRole('navigation', { name: 'Breadcrumb' })
    expect(await breadcrumb.getByRole('link').allTextContents()).toEqual(['Home'])

    await page.getByRole('link', { name: 'Send This Prank' }).click()
    const picked = page.getByRole('button', { name: /Raw Potato/ }).first()
    await until(async () => (await picked.getAttribute('aria-pressed')) === 'true')
    await until(() => page.evaluate(() => document.activeElement?.id === 'targets' && scrollY > 200))
    expect(new URL(page.url()).search).toBe('')
  })

  test('when a card of home is followed, and then another prank, then each has its page, and Back returns', async () => {
    api.plans['GET /api/pranks/dirty-sock'] = {
      body: { ...potato, ...pranks[5], contents: 'One sock.', allergens: '' },
    }
    const page = await open('/')
    await page.getByRole('link', { name: 'Details of Raw Potato' }).click()
    await headed(page, 'Raw Potato')
    expect(await page.getByRole('button', { name: 'Share' }).count()).toBe(1)
    await page
      .getByRole('region', { name: 'More Mischief' })
      .getByRole('link', { name: /Dirty Sock/ })
      .click()
    await headed(page, 'Dirty Sock')
    await page.getByText('Not stated. Please ask us.').waitFor()
    expect(await attribute(page, 'link[rel=canonical]', 'href')).toMatch(/\/pranks\/dirty-sock$/)
    await page.goBack()
    await headed(page, 'Raw Potato')
    expect(await page.locator('link[rel=canonical]').count()).toBe(1)
  })

  test('when a link has a former slug, then the address becomes the current one', async () => {
    api.plans['GET /api/pranks/boiled-potato'] = { body: potato }
    const page = await open('/pranks/boiled-potato')
    await page.waitForURL(`**${address}`)
    await headed(page, 'Raw Potato')
  })

  test('when it is sold out, then it says so, cannot be sent, and search engines know it', async () => {
    const picture = { src: '/media/a-224.webp', srcSet: '/media/a-112.webp 112w, /media/a-448.webp 448w' }
    api.plans[read] = { body: { ...potato, soldOut: true, picture } }
    const page = await open(address, { failing: /^\/media/ })
    await page.getByText('Sold out at the moment.').waitFor()
    expect(await page.getByRole('link', { name: 'Send This Prank' }).count()).toBe(0)
    const [product] = await dataOf(page)
    expect(product.offers.availability).toBe('https://schema.org/OutOfStock')
    expect(await attribute(page, 'meta[property="og:image"]')).toMatch(/^http.*\/media\/a-448\.webp$/)
    expect(await attribute(page, 'meta[property="og:image:width"]')).toBe('448')
  })

  test('when there is none, or not any more, then the page says so and shows other pranks', async () => {
    const page = await open('/pranks/raw-potato', { failing: /^\/pranks/ })
    for (const [status, title] of [
      [410, 'This Prank Has Left the Building'],
      [404, 'No Such Prank'],
    ] as const) {
      const gone = `GET /api/pranks/${status}`
      api.plans[gone] = { status, body: { message: 'No.', code: 'x', requestId: 'r' } }
      await page.goto(`/pranks/${status}`)
      await headed(page, title)
      expect(await attribute(page, 'meta[name=robots]')).toBe('noindex')
      expect(await page.locator('link[rel=canonical]').count()).toBe(0)
      await page.getByRole('link', { name: /Dirty Sock/ }).waitFor()
      expect(api.bodiesOf(gone)).toHaveLength(1)
    }
    await page.getByRole('link', { name: 'Browse Pranks' }).click()
    await page.getByRole('heading', { name: 'Pick a Prank' }).waitFor()
  })

  test('when name, description and contents are very long and contain a script, then they are text, and nothing overflows', async () => {
    const script = '</script><script>document.title = "taken"</script><!--'
    const [name, long] = [`${script}${'n'.repeat(120)}`, `${script} ${'Ha'.repeat(150)} ${'Ha '.repeat(550)}`]
    api.plans[read] = { body: { ...potato, name, description: long, contents: long } }
    const page = await open(address)
    await page.getByText(long.slice(0, 200)).first().waitFor()
    expect((await page.title()).length).toBeLessThanOrEqual(60)
    expect((await attribute(page, 'meta[name=description]'))?.length).toBeLessThanOrEqual(160)
    const [product] = await dataOf(page)
    expect([product.name, product.description]).toEqual([name, long])
    expect(await page.locator('script[type="application/ld+json"]').textContent()).not.toContain('<')
    for (const width of [375, 1280]) {
      await page.setViewportSize({ width, height: 900 })
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(width)
      expect(await violationsOf(page, { contrast: width === 375 })).toEqual([])
    }
  })
})

describe('sharing a prank', () => {
  /** Replaces what the browser can do; `shared` keeps what the page passes. */
  const openWith = async (script: string) => {
    const page = await open('/support')
    await page.addInitScript(`
      globalThis.shared = []
      const replace = (of, name, value) => Object.defineProperty(of, name, { value, configurable: true })
      ${script}
    `)
    await page.goto(address)
    await page.getByRole('button', { name: 'Share' }).click()
    return { page, shared: () => page.evaluate(() => Reflect.get(globalThis, 'shared')) }
  }
  const link = expect.stringMatching(/^http.*\/pranks\/raw-potato$/)
  const copies = `replace(navigator, 'clipboard', { writeText: async (text) => { shared.push(text) } })`

  test('when the device can share, then its window gets name and link; if that is closed, nothing happens', async () => {
    const { page, shared } = await openWith(
      `${copies}; replace(navigator, 'share', async (what) => { shared.push(what); throw new DOMException('x', 'AbortError') })`,
    )
    expect(await shared()).toEqual([{ title: 'Raw Potato', url: link }])
    expect(await page.getByRole('region', { name: 'Notification' }).getByRole('listitem').count()).toBe(0)
  })

  test('when the device refuses to share, then the link is copied', async () => {
    const refuses = `async () => { throw new DOMException('No', 'NotAllowedError') }`
    const { page, shared } = await openWith(`${copies}; replace(navigator, 'share', ${refuses})`)
    await toastOf(page, 'Link Copied').waitFor()
    expect(await shared()).toEqual([link])
  })

  test('when the device can neither share nor copy, then a toast shows the link', async () => {
    await openWith(`replace(navigator, 'share', undefined); replace(navigator, 'clipboard', undefined)`)
    await until(() => heard('Link Not Copied') && heard('/pranks/raw-potato'))
  })
})
