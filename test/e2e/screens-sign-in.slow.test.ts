import { webPaths } from '@prankpost/contracts/constants'
import { until } from '@prankpost/test-harness'
import { describe, expect, test } from 'vitest'
import {
  chooseInMenu,
  fillTarget,
  sendPotato,
  sendPotatoToNewTarget,
  storedIn,
  toastOf,
} from '../support/customer.ts'
import { importOrder } from '../support/import-order.ts'
import { verifyEmail } from '../support/mails.ts'
import { inlineOn, watchPolicy } from '../support/policy-watch.ts'
import { newAccount, withRealStore } from '../support/real-store.ts'

const { expectRefusals, heard, open, stack } = withRealStore()

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
  test.each(['/targets', '/achievements'])(
    'when a guest opens %s, then a toast says so and the sign-in dialog opens',
    async (address) => {
      const page = await open(address)
      await until(() => heard('You are logged out. Logging in again...'))
      await page.getByRole('dialog', { name: 'Sign In' }).waitFor()
      expect(new URL(page.url()).pathname).toBe('/')
    },
  )

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

  test('when another shop imported orders of this e-mail, then they are recovered into the history', async () => {
    const account = newAccount()
    await importOrder(stack(), account.email)
    const page = await open('/dashboard', account)
    await verifyEmail(stack(), account)
    await page.getByRole('button', { name: 'Recover Recent Data' }).click()
    await toastOf(page, 'Orders Recovered').filter({ hasText: 'Recovered 1 recent order.' }).waitFor()
    await page.getByRole('main').getByText('Gerald Oldshop').waitFor()
    await page.getByRole('main').getByText('Shipped').waitFor()
  })

  test('when /success is opened without parameters, then it says so and links to the next step', async () => {
    const page = await open('/success')
    await page.getByRole('heading', { name: 'Payment Error' }).waitFor()
    await page.getByText('Invalid payment session').first().waitFor()
    const hrefs = ['Return to Cart', 'Go Home'].map((name) =>
      page.getByRole('link', { name }).getAttribute('href'),
    )
    expect(await Promise.all(hrefs)).toEqual(['/cart', '/'])
  })

  test.each(['customer', 'guest'])(
    'when a %s opens all screens, then each has its heading, nothing is missing or inline, nothing leaves the origin, and the policy forbids none of it',
    async (who) => {
      // No parcel has the code of that page.
      expectRefusals('404 /api/slips', '404 /no-such-page')
      const page = await open('/', who === 'customer' ? newAccount() : undefined)
      const { asked, forbidden } = await watchPolicy(page.context())
      const inline: string[] = []
      for (const address of [...webPaths, '/no-such-page'] as const) {
        const isUnknown = address === '/no-such-page'
        expect((await page.goto(addressOf(address)))?.status()).toBe(isUnknown ? 404 : 200)
        if (who === 'guest' && ['/targets', '/achievements'].includes(address)) await page.waitForURL('/?*')
        else if (who === 'guest' && ['/dashboard', '/history'].includes(address))
          await page.getByText('Please log in to access your dashboard.').waitFor()
        else {
          const name = isUnknown ? '404 Page Not Found' : headings[address]
          await page.getByRole('main').getByRole('heading', { name }).first().waitFor()
        }
        inline.push(...(await inlineOn(page)))
      }
      expect([...asked].filter((origin) => origin !== 'data:')).toEqual([stack().baseUrl])
      expect({ inline, forbidden }).toEqual({ inline: [], forbidden: [] })
    },
    240_000,
  )
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
    expect(await page.getByRole('dialog').getByRole('button', { name: 'Sign In' }).count()).toBe(1)
  })
})

describe('home', () => {
  test('when something is missing, then the toasts and the dialog say what', async () => {
    const page = await open('/')
    await page.getByText('100% Anonymous & Secure').waitFor()
    const potato = page.getByRole('button', { name: /Raw Potato/ }).first()
    const add = page.getByRole('button', { name: 'Add to Arsenal' })
    await potato.waitFor()
    await add.click()
    await toastOf(page, 'Please select a prank first').waitFor()
    await page.getByRole('button', { name: 'Randomize' }).click()
    await toastOf(page, 'Please add targets to your address book first.').waitFor()
    await potato.click()
    await add.click()
    await fillTarget(page)
    await toastOf(page, 'Target added successfully!').waitFor()
    const target = page.getByRole('button', { name: /Gerald Snail/ })
    if ((await target.getAttribute('aria-pressed')) === 'true') await target.click()
    await add.click()
    await toastOf(page, 'Please select a target first').waitFor()
    await page.getByRole('button', { name: 'View Description of Raw Potato' }).click()
    await page.getByRole('dialog', { name: 'Raw Potato' }).getByRole('button', { name: 'Close' }).click()
    await page.getByRole('button', { name: 'Randomize' }).click()
    const match = page.getByRole('dialog', { name: 'Perfect Match!' })
    await match.getByText('Gerald Snail').waitFor()
    await match.getByRole('button', { name: 'Add to Arsenal' }).click()
    await page.getByRole('link', { name: 'Cart, 1 item' }).click()
    await page.getByRole('button', { name: /^Remove .* for Gerald Snail$/ }).click()
    await toastOf(page, 'Removed from Arsenal').waitFor()
    expect(await page.getByRole('link', { name: 'Browse Pranks' }).getAttribute('href')).toBe('/')
  })

  test('when a guest wants to subscribe, then the sign-in dialog opens', async () => {
    const page = await open('/subscribe')
    await page.getByRole('button', { name: 'Start Subscription' }).click()
    await page.getByRole('dialog', { name: 'Sign In' }).waitFor()
  })

  test('when storage is corrupt, then it counts as empty', async () => {
    const page = await open('/support')
    await page.evaluate(() => {
      localStorage.setItem('prankpost-cart', '{"half":')
      localStorage.setItem('prankpost-local-contacts', '[1, null]')
    })
    await page.goto('/')
    await page.getByRole('link', { name: 'Cart, 0 items' }).waitFor()
    await page.getByRole('button', { name: 'Add Targets' }).click()
    await fillTarget(page)
    await sendPotato(page)
    await page.getByRole('link', { name: 'Cart, 1 item' }).waitFor()
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
