import { webPaths } from '@prankpost/contracts/constants'
import { describe, expect, test } from 'vitest'
import { chooseInMenu, sendPotatoToNewTarget, storedIn, toastOf } from '../support/customer.ts'
import { inlineOn, watchPolicy } from '../support/policy-watch.ts'
import { newAccount, withRealStore } from '../support/real-store.ts'

const { expectRefusals, open, stack } = withRealStore()

/** What distinguishes each screen from the others; an empty checkout leads to the cart. */
const headings: Record<(typeof webPaths)[number], string> = {
  '/': 'Auto-Prank',
  '/pranks/:slug': 'Dirty Sock',
  '/dashboard': 'Prank History',
  '/targets': 'Your Targets',
  '/history': 'Prank History',
  '/achievements': 'Locked Achievements',
  '/cart': 'Your Arsenal',
  '/checkout': 'Your Arsenal',
  '/subscribe': 'PrankPost Premium',
  '/success': 'Payment Error',
  '/order': 'Order Not Found',
  '/support': 'Frequently Asked Questions',
  '/reset-password': 'Please Open the Link Again',
  '/verify-email': 'Please Open the Link Again',
  '/order-status': 'Please Open the Link Again',
  '/messages': 'Please Open the Link Again',
  '/do-not-prank': 'Do-Not-Prank List',
  '/anonymity': 'Anonymity',
  '/fair-draw': 'Fair Draw',
  '/r/:code': 'We Do Not Know This Code',
  '/privacy-policy': 'Privacy Policy',
  '/terms-of-service': 'Terms of Service',
}

/** A page of a prank that is on sale; a link of a slip with any code opens its page. */
const addressOf = (path: string) => path.replace(':slug', 'dirty-sock')

describe('protected screens', () => {
  test('when /history is opened, then it shows the dashboard, and asks guests to log in', async () => {
    expectRefusals('403 /api/migrate-guest-orders')
    const guest = await open('/history')
    await guest.waitForURL('**/dashboard?tab=history')
    await guest.getByText('Please log in to access your dashboard.').waitFor()
    await guest.getByRole('link', { name: 'Go to Home' }).waitFor()
    const page = await open('/history', newAccount())
    await page.waitForURL('**/dashboard?tab=history')
    await page.getByRole('heading', { name: 'Welcome back, Pat!' }).waitFor()
    await page.getByText('No pranks sent yet.').waitFor()
    await page.getByRole('button', { name: 'Recover Recent Data' }).click()
    await toastOf(page, 'Recovery Failed')
      .filter({ hasText: 'Please verify your email address first.' })
      .waitFor()
  })

  test('when a customer opens all screens, then each has its heading, nothing is missing or inline, nothing leaves the origin, and the policy forbids none of it', async () => {
    // No parcel has the code of that page.
    expectRefusals('404 /api/slips', '404 /no-such-page')
    const page = await open('/', newAccount(), { ownProfile: true })
    const { asked, forbidden } = await watchPolicy(page.context())
    const inline: string[] = []
    for (const address of [...webPaths, '/no-such-page'] as const) {
      const isUnknown = address === '/no-such-page'
      expect((await page.goto(addressOf(address)))?.status()).toBe(isUnknown ? 404 : 200)
      const name = isUnknown ? '404 Page Not Found' : headings[address]
      await page.getByRole('main').getByRole('heading', { name }).first().waitFor()
      inline.push(...(await inlineOn(page)))
    }
    expect([...asked].filter((origin) => origin !== 'data:')).toEqual([stack().baseUrl])
    expect({ inline, forbidden }).toEqual({ inline: [], forbidden: [] })
  }, 240_000)
})

describe('signing out', () => {
  test('when a customer signs out, then cart and local targets are removed, and the home page opens', async () => {
    const page = await open('/', newAccount())
    await sendPotatoToNewTarget(page)
    await page.evaluate(() => localStorage.setItem('prankpost-local-contacts', '[]'))
    await page.getByRole('link', { name: 'Support' }).first().click()
    await chooseInMenu(page, 'Logout')
    await toastOf(page, 'Logged Out').waitFor()
    expect(new URL(page.url()).pathname).toBe('/')
    expect(await storedIn(page, 'prankpost-cart')).toBeNull()
    expect(await storedIn(page, 'prankpost-local-contacts')).toBeNull()
    await page.getByRole('link', { name: 'Cart, 0 items' }).waitFor()
    expect((await page.request.get('/api/auth/user')).status()).toBe(401)
    await page.getByRole('button', { name: 'Open menu' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Sign In' }).waitFor()
  })
})

describe('pages with text', () => {
  test('when a visitor writes to us, then the operator has the message', async () => {
    const page = await open('/support')
    const faqs = page.getByRole('region', { name: 'Frequently Asked Questions' }).getByRole('listitem')
    await faqs.first().waitFor()
    expect(await faqs.count()).toBe(8)
    const form = page.getByRole('region', { name: 'Contact Us' })
    const message = {
      name: 'Nosy Neighbour',
      email: 'nosy@customers.test',
      subject: `Potato at my door ${Date.now()}`,
      message: 'Who <sent> this?\nIt is "raw".',
    }
    await form.getByLabel('Name').fill(message.name)
    await form.getByLabel('Email').fill(message.email)
    await form.getByLabel('Subject').fill(message.subject)
    await form.getByRole('textbox', { name: 'Message' }).fill(message.message)
    await form.getByRole('button', { name: 'Send Message' }).click()
    await toastOf(page, 'Message Sent').waitFor()
    const answer = await page.request.get(
      `/api/admin/contact-messages?adminPassword=${stack().adminPassword}`,
    )
    expect((await answer.json()).items).toMatchObject([{ ...message, status: 'new' }])
  })

  test.each([
    ['Privacy Policy', '/privacy-policy', ['anonymity']],
    [
      'Terms of Service',
      '/terms-of-service',
      ['harmless', 'harassment', 'within 24 hours', 'renew automatically', '3-5 business days'],
    ],
  ])(
    'when %s is opened from the footer, then it shows the date and the main points',
    async (name, address, words) => {
      const page = await open('/')
      await page.getByRole('navigation', { name: 'Footer' }).getByRole('link', { name }).click()
      await page.waitForURL(`**${address}`)
      await page.getByRole('heading', { name, level: 1 }).waitFor()
      await page.getByText('Last updated: ').waitFor()
      const text = (await page.getByRole('main').textContent())?.toLowerCase().replaceAll('–', '-') ?? ''
      for (const word of ['december 2024', ...words]) expect(text).toContain(word.toLowerCase())
    },
    30_000,
  )
})
