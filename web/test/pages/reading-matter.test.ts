import type { Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import { molly } from '../samples.ts'
import { texts } from '../text-samples.ts'
import { toastOf, until, withStore } from './store.ts'

const { api, open } = withStore()
const sending = 'POST /api/contact-submit'
const message = {
  Name: 'Guy Incognito',
  Email: 'guy@example.com',
  Subject: 'Where is my potato?',
  Message: 'It has been a week.\nI worry.',
}
const write = async (page: Page, texts: Record<string, string> = message) => {
  for (const [label, text] of Object.entries(texts)) await page.getByLabel(label).fill(text)
  await page.getByRole('button', { name: 'Send Message' }).click()
}

describe('support', () => {
  test('when it is opened, then it shows the questions of operators, or can load them again; on a phone, the button is below its sentence', async () => {
    api.plans['GET /api/texts/faq'] = { status: 503, body: { message: 'Catalog is down.' } }
    const page = await open('/support')
    await page.getByRole('alert').filter({ hasText: 'Catalog is down.' }).waitFor()
    await page.getByRole('button', { name: 'Send Message' }).waitFor()
    delete api.plans['GET /api/texts/faq']
    await page.getByRole('button', { name: 'Try Again' }).click()
    const faqs = page.getByRole('region', { name: 'Frequently Asked Questions' }).getByRole('listitem')
    await faqs.first().waitFor()
    const wanted = ['delivery', 'refunds', 'cards'].map((word) => `What about ${word}?All about ${word}.`)
    expect((await faqs.allTextContents()).map((text) => text.replace(/^\?/, ''))).toEqual(wanted)
    await page.setViewportSize({ width: 375, height: 900 })
    const sentence = page.getByText('For everything else, we answer within 24 hours.')
    expect(await sentence.locator('a').count()).toBe(0)
    const [text, button] = await Promise.all(
      [sentence, page.getByRole('link', { name: 'Write to Us' })].map((it) => it.boundingBox()),
    )
    expect(button?.y).toBeGreaterThan((text?.y ?? 0) + (text?.height ?? 0))
  })

  test('when a message cannot be sent, then the text is kept, even after a reload; it is sent once, and the form is empty again', async () => {
    const page = await open('/support', { failing: /contact-rules/ })
    await write(page, { Email: 'guy at home' })
    for (const problem of ['Name is required', 'valid email', 'Subject is required', 'Message is required'])
      await page.getByText(problem).waitFor()
    expect(api.bodiesOf(sending)).toEqual([])

    for (const [answer, why] of [
      [{ text: '<p>' }, 'could not read'],
      ['unavailable', 'Network connection failed'],
      [{ status: 500, body: { message: 'The mailbox is full' } }, 'The mailbox is full'],
    ] as const) {
      api.plans[sending] = answer
      await write(page)
      await page.getByRole('main').getByRole('alert').filter({ hasText: why }).waitFor()
    }
    await toastOf(page, 'Error', 'Failed to send message. Please try again.').waitFor()
    // An answer may be lost although the message was stored: all attempts have one key, also after a reload.
    const keys = () =>
      new Set(api.calls.filter(({ key }) => key === sending).map(({ headers }) => headers['idempotency-key']))
    const [idempotencyKey] = keys()
    expect([...keys()]).toEqual([expect.stringMatching(/^[-0-9a-f]{36}$/)])
    await page.reload()
    for (const [label, text] of Object.entries(message))
      await until(async () => (await page.getByLabel(label).inputValue()) === text)

    await page.route(/contact-rules/, (route) => route.abort('failed'))
    await page.getByRole('button', { name: 'Send Message' }).click()
    await page.getByRole('alert').filter({ hasText: 'Network connection failed' }).waitFor()
    await page.unroute(/contact-rules/)

    const { promise: after, resolve: answer } = Promise.withResolvers<void>()
    api.plans[sending] = { status: 201, body: { message: 'Thanks' }, after }
    api.calls = []
    await page.getByRole('button', { name: 'Send Message' }).click()
    await page.getByRole('button', { name: 'Sending...' }).click({ force: true })
    // What is typed now would not be sent, and would be lost.
    for (const label of ['Subject', 'Message']) expect(await page.getByLabel(label).isEditable()).toBe(false)
    answer()
    await toastOf(page, 'Message Sent', "Thank you! We'll get back to you within 24 hours.").waitFor()
    expect(api.bodiesOf(sending)).toEqual([
      { name: message.Name, email: message.Email, subject: message.Subject, message: message.Message },
    ])
    expect([...keys()]).toEqual([idempotencyKey])
    expect(await page.getByLabel('Message').inputValue()).toBe('')
    expect(await page.evaluate(() => sessionStorage.getItem('prankpost-support-draft'))).toBeNull()

    api.plans[sending] = { status: 201, body: { message: 'Thanks' } }
    await write(page)
    await until(() => keys().size === 2)
  })

  test('when a customer is signed in, then name and email are filled in already', async () => {
    api.user = molly
    const page = await open('/support')
    await page.getByText('Contact Us').waitFor()
    await page.waitForFunction(() => document.querySelector<HTMLInputElement>('[name=email]')?.value !== '')
    expect(await page.getByLabel('Name').inputValue()).toBe('Molly Jester')
  })
})

describe('static pages', () => {
  test('when they are opened, then they contain the required text, and only links to our pages and to secure ones', async () => {
    const shows = async (title: string, words: string[]) => {
      await page.getByRole('heading', { level: 1, name: title }).waitFor()
      expect(await page.title()).toBe(`${title} | PrankPost`)
      for (const word of words) await page.getByRole('main').getByText(word).first().waitFor()
    }
    const page = await open('/nowhere/at%20all', { failing: /^\/nowhere/ })
    await shows('404 Page Not Found', ['/nowhere/at all', 'Go Home'])
    await page.goto('/privacy-policy')
    await shows('Privacy Policy', ['December 2024', 'carries no name'])
    await page.goto('/terms-of-service')
    const rules = ['harmless novelty parcels', 'No threats', 'No harassment', '<b>tag</b>']
    await shows('Terms of Service', ['December 2024', ...rules])
    const links = page.getByRole('article').getByRole('link')
    await links.first().waitFor()
    const found = await links.evaluateAll((all) =>
      all.map((one) => [one.textContent, one.getAttribute('href')]),
    )
    expect(found).toEqual([
      ['support', '/support'],
      ['post', 'https://usps.test/'],
      ['support page', '/support'],
    ])
    expect(await page.getByText('trap').count()).toBe(1)
  })

  test('when an earlier version is opened, then it says so, and leads to the current one', async () => {
    api.plans['GET /api/texts/terms/versions/2'] = {
      body: { ...texts.terms, version: 2, label: 'May 5, 2026 (version 2)' },
    }
    const page = await open('/terms-of-service?version=2')
    await page.getByText('Last updated: May 5, 2026 (version 2)').waitFor()
    await page.getByRole('link', { name: 'Read the current one' }).click()
    await page.getByText('Last updated: December 2024').waitFor()
  })

  test('when the scripts cannot be loaded, then the first paint shows an error', async () => {
    const page = await open('/terms-of-service', { failing: /^\/assets\// })
    await page.route('**/assets/*.js', (route) => route.abort('failed'))
    await page.reload()
    await page.getByRole('alert').filter({ hasText: 'Network connection failed' }).waitFor()
  })

  test('when the customer moves from page to page, then each has its own title and description', async () => {
    const page = await open('/terms-of-service')
    const described = () => page.locator('meta[name=description]').getAttribute('content')
    await page.getByText('harmless novelty parcels').waitFor()
    const terms = await described()
    await page.getByRole('contentinfo').getByRole('link', { name: 'Support' }).click()
    await page.waitForFunction(() => document.title === 'Support | PrankPost')
    expect(await described()).not.toBe(terms)
    await page.getByRole('link', { name: 'PrankPost', exact: true }).click()
    await page.waitForFunction(() => location.pathname === '/' && !document.title.startsWith('Support'))
    expect(await described()).toContain('harmless, anonymous prank parcels')
  })
})
