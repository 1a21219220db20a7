import type { Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import { violationsOf } from '../../../test/support/axe.ts'
import { smallTargets } from '../../../test/support/small-targets.ts'
import { cartItemOf } from '../../src/lib/cart.ts'
import { historyEntry, orderId, orderOf, sentItem, waitingItem } from '../order-samples.ts'
import { bob, discountStored, idOf, molly, planOf, pranks, sentences } from '../samples.ts'
import { withStore } from './store.ts'

const { api, open } = withStore()
const full = { 'prankpost-cart': pranks.slice(0, 2).map((prank) => cartItemOf(prank, bob)) }
const long = {
  ...bob,
  id: idOf(502),
  name: 'Maximiliana von und zu Hohenzollern-Sigmaringen'.repeat(2).slice(0, 100),
}
const entry = {
  ...historyEntry,
  status: 'shipped',
  quantity: 2,
  trackingNumber: '9400-1',
  reveal: { mode: 'date', date: '2025-04-01', state: 'hidden' },
  reaction: { emoji: '😂', message: 'Ha'.repeat(100), at: '2025-01-09T10:00:00.000Z' },
}
const readsOrder = `GET /api/orders/${orderId}`
const fullOrder = orderOf({
  discountCode: 'MARKYMARC',
  customMessage: 'Ha'.repeat(150),
  refunded: '4.99',
  items: [waitingItem, { ...sentItem, contactName: long.name }],
})

interface State {
  /** Where the customer opens the page; without it, the state is reached from the one before. */
  address?: string
  guest?: true
  stored?: Record<string, unknown>
  plans?: typeof api.plans
  /** What the customer does there, before axe checks the page. */
  act?: (page: Page) => Promise<unknown>
  /** The text that shows that the state is reached. */
  shows: string | RegExp
}
const click = (name: string | RegExp) => async (page: Page) =>
  page.getByRole('main').getByRole('button', { name }).first().click()
/** Closes what is open, and then does this. */
const then = (act: (page: Page) => Promise<unknown>) => async (page: Page) => {
  await page.keyboard.press('Escape')
  await page.getByRole('dialog').waitFor({ state: 'hidden' })
  await act(page)
}
const broken = { status: 500, body: { message: 'The mailbox is on fire' } }

const states: Record<string, State> = {
  'home with the menu': {
    address: '/',
    act: (page) => page.getByRole('button', { name: 'Open menu' }).click(),
    shows: 'Logout',
  },
  'home with a new target': { act: then(click('Add Targets')), shows: 'US addresses only.' },
  'home with wrong entries': {
    act: (page) => page.getByRole('dialog').getByRole('button', { name: 'Add Target' }).click(),
    shows: 'Name is required',
  },
  'home with a description': { act: then(click('View Description')), shows: 'All about the' },
  'home without pranks': { address: '/', plans: { 'GET /api/pranks': broken }, shows: 'on fire' },
  'a prank': { address: '/pranks/raw-potato', shows: 'What Is in It' },
  'an unknown prank': { address: '/pranks/nothing', shows: 'No Such Prank' },
  'home signing in': { address: '/?signin=1', guest: true, shows: "Don't have an account?" },
  'home with a forgotten password': {
    act: (page) => page.getByRole('button', { name: 'Forgot password?' }).click(),
    shows: 'Send Link',
  },
  'home with a link sent': {
    act: async (page) => {
      await page.getByRole('dialog').getByLabel('Email').fill(molly.email)
      await page.getByRole('button', { name: 'Send Link' }).click()
    },
    shows: sentences.forgotten,
  },
  'home creating an account': {
    address: '/?signin=1',
    guest: true,
    act: (page) => page.getByRole('dialog').getByRole('button', { name: 'Create Account' }).click(),
    shows: 'Confirm Password',
  },
  'a new password': { address: '/reset-password#token=t', guest: true, shows: 'Save New Password' },
  'a wrong new password': {
    act: async (page) => {
      await page.getByLabel('New Password').fill('short')
      await click('Save New Password')(page)
    },
    shows: 'Password must be at least 8 characters',
  },
  'a password changed': {
    act: async (page) => {
      await page.getByLabel('New Password').fill('hahaha1234')
      await click('Save New Password')(page)
    },
    shows: 'Password Changed',
  },
  'a used link for a new password': {
    address: '/reset-password#token=t',
    guest: true,
    plans: { 'POST /api/auth/reset-password': { status: 400, body: { message: sentences.used } } },
    act: async (page) => {
      await page.getByLabel('New Password').fill('hahaha1234')
      await click('Save New Password')(page)
    },
    shows: sentences.used,
  },
  'a new password without its link': { address: '/reset-password', shows: 'Send a New Link' },
  'an email to verify': { address: '/verify-email#token=t', shows: 'Verify Email' },
  'an email verified': { act: click('Verify Email'), shows: 'Go to Your Account' },
  "a guest's email to verify": {
    address: '/verify-email#token=t',
    guest: true,
    shows: 'Sign In to Verify Your Email',
  },
  'a void link for an email': {
    address: '/verify-email#token=t',
    plans: { 'POST /api/auth/verify-email': { status: 400, body: { message: sentences.notVerified } } },
    act: click('Verify Email'),
    shows: sentences.notVerified,
  },
  "another account's link for an email": {
    address: '/verify-email#token=t',
    plans: { 'POST /api/auth/verify-email': { status: 403, body: { message: sentences.otherAccount } } },
    act: click('Verify Email'),
    shows: 'Use Another Account',
  },
  'an email without its link': {
    address: '/verify-email',
    act: click('Send Link Again'),
    shows: sentences.mailed,
  },
  'an empty cart': { address: '/cart', shows: 'Browse Pranks' },
  'a full cart': { address: '/cart', stored: { ...full, ...discountStored }, shows: 'Pay Now' },
  'a cart item for more targets': {
    address: '/cart',
    stored: full,
    act: click('More targets'),
    shows: 'Maximiliana',
  },
  'a cart being paid': { act: then(click('Pay Now')), shows: 'Pay $9.98 Securely' },
  "a guest's cart": { address: '/cart', guest: true, stored: full, shows: 'Sign In to Pay' },
  checkout: { address: '/checkout', stored: { ...full, ...discountStored }, shows: 'Pay $1.98' },
  'checkout that failed': {
    address: '/checkout',
    stored: full,
    plans: { 'POST /api/create-checkout-session': broken },
    act: click('Pay $9.98'),
    shows: 'Failed to create checkout session',
  },
  premium: {
    address: '/subscribe',
    plans: { 'POST /api/create-subscription-checkout': { ...broken, status: 409 } },
    shows: 'Start Subscription',
  },
  'premium that failed': { act: click('Start Subscription'), shows: 'Go to your account' },
  'premium with the discount': { address: '/subscribe', stored: discountStored, shows: '$0.99/month' },
  support: { address: '/support', shows: 'Contact Us' },
  'support with wrong entries': {
    address: '/support',
    guest: true,
    act: click('Send Message'),
    shows: 'Subject is required',
  },
  'privacy policy': { address: '/privacy-policy', shows: 'Your anonymity' },
  'terms of service': { address: '/terms-of-service', shows: 'Harmless pranks only' },
  'the do-not-prank list': { address: '/do-not-prank', guest: true, shows: 'Email for the code' },
  anonymity: { address: '/anonymity', guest: true, shows: 'Where We Search' },
  'the fair draw': {
    address: '/fair-draw',
    guest: true,
    plans: { 'GET /api/draws': { body: { items: [] } } },
    shows: 'The first month is not committed yet.',
  },
  'a slip': { address: '/r/GHJKMNPQRS', guest: true, shows: 'Report Harassment' },
  'not found': { address: '/nowhere', shows: 'Nowhere, ZZ 40404' },
  'a paid order': {
    address: `/success?session_id=cs_1&order_id=${idOf(0x777)}`,
    shows: 'View Prank History',
  },
  'an order': {
    address: `/order?id=${orderId}`,
    plans: {
      [readsOrder]: { body: fullOrder },
      [`POST /api/orders/${orderId}/cancel`]: { ...broken, status: 409 },
    },
    shows: 'Track with USPS',
  },
  'an order with an address to correct': {
    act: async (page) => {
      await click('Edit address')(page)
      await page.getByLabel('ZIP Code').fill('10001')
      await page.getByRole('button', { name: 'Save Changes' }).click()
    },
    shows: 'is in NY, not in NV',
  },
  'an order being cancelled': { act: then(click('Cancel order')), shows: 'You get a full refund' },
  'an order that cannot be cancelled': {
    act: (page) => page.getByRole('dialog').getByRole('button', { name: 'Cancel order' }).click(),
    shows: 'on fire',
  },
  'an order signed out': { address: `/order?id=${orderId}`, guest: true, shows: 'Please log in' },
  'an unknown order': { address: '/order', shows: 'Order Not Found' },
  'an order of a month without parcels': {
    address: `/order?id=${orderId}`,
    plans: { [readsOrder]: { body: orderOf({ type: 'monthly', items: [] }) } },
    shows: 'Nothing is on its way yet.',
  },
  'the link of a mail about an order': { address: '/order-status#token=t', guest: true, shows: 'To Reno' },
  'a void link about an order': {
    address: '/order-status#token=t',
    guest: true,
    plans: { 'GET /api/order-links/t': { status: 404, body: { message: 'Gone' } } },
    shows: 'This link has expired',
  },
  'the link of a mail about a message': { address: '/messages#token=t', guest: true, shows: 'Your answer' },
  'a payment without session': { address: '/success', shows: 'Invalid payment session' },
  'a payment signed out': { address: '/success?session_id=cs_1', guest: true, shows: 'Your payment is safe' },
  'a payment that failed': {
    address: '/success?session_id=cs_1',
    plans: { 'POST /api/process-subscription-success': broken },
    shows: 'Return to Cart',
  },
  'the dashboard signed out': { address: '/dashboard', guest: true, shows: 'Go to Home' },
  'an empty history': {
    address: '/dashboard',
    plans: { 'POST /api/migrate-guest-orders': { status: 403, body: { message: sentences.unverified } } },
    shows: 'Recover Recent Data',
  },
  'an empty history before the email is verified': {
    act: click('Recover Recent Data'),
    shows: 'Verify Your Email',
  },
  history: { address: '/dashboard', plans: { 'GET /api/prank-history': { body: [entry] } }, shows: '9400-1' },
  'the dashboard targets': { address: '/dashboard?tab=targets', shows: 'Bob Butterfingers' },
  'editing a target': { act: click('Edit Bob Butterfingers'), shows: 'Save Changes' },
  'a target with a PO box': {
    act: (page) => page.getByLabel('Address', { exact: true }).fill('PO Box 12'),
    shows: 'PO boxes get their parcels by USPS.',
  },
  'the dashboard achievements': { address: '/dashboard?tab=achievements', shows: 'First Strike' },
  'the account': { address: '/dashboard?tab=account', shows: 'Cancel Subscription' },
  'cancelling a plan': { act: click('Cancel Subscription'), shows: 'Keep Subscription' },
  'an account without its mail settings': {
    address: '/dashboard?tab=account',
    plans: { 'GET /api/account/mail-preferences': broken },
    shows: 'on fire',
  },
  'an account without plan': {
    address: '/dashboard?tab=account',
    plans: { 'GET /api/subscriptions': { body: [] } },
    shows: 'Start Monthly Pranks',
  },
  'an account that is past due': {
    address: '/dashboard?tab=account',
    plans: { 'GET /api/subscriptions': { body: [planOf('past_due')] } },
    shows: 'did not go through',
  },
  'an account with an email to verify': {
    address: '/dashboard?tab=account',
    plans: {
      'GET /api/auth/email-verification': { body: { email: molly.email, verified: false } },
      'POST /api/auth/email-verification': { status: 429, body: { message: sentences.tooMany } },
    },
    act: click('Send Link Again'),
    shows: sentences.tooMany,
  },
  targets: { address: '/targets', shows: 'Total Targets' },
  'no targets': {
    address: '/targets',
    plans: { 'GET /api/contacts': { body: [] } },
    shows: 'No Targets Yet',
  },
  'targets that failed': { address: '/targets', plans: { 'GET /api/contacts': broken }, shows: 'on fire' },
  achievements: { address: '/achievements', shows: 'Complete!' },
  'no achievements': {
    address: '/achievements',
    plans: { 'GET /api/achievements': { body: [] } },
    shows: 'No Achievements Yet',
  },
}

/** The states by page. */
const pages = Object.entries(states).reduce<[string, State][][]>((all, state) => {
  if (state[1].address === undefined) all.at(-1)?.push(state)
  else all.push([state])
  return all
}, [])

describe.each(pages.map((journey) => [journey.map(([name]) => name).join(', '), journey] as const))(
  '%s',
  (_, journey) => {
    test('when it is as narrow as a phone, then axe finds nothing serious, and a finger hits every control; nothing overflows it, also on a desktop', async () => {
      const { address = '/', guest, stored = {}, plans = {} } = journey[0]?.[1] ?? {}
      api.user = guest ? null : molly
      api.contacts = [bob, long]
      api.subscriptions = [planOf('active')]
      api.plans = { ...plans }
      const page = await open(address, { stored, width: 1440, failing: /^\/nowhere/ })
      for (const [name, { act, shows }] of journey) {
        await page.setViewportSize({ width: 1440, height: 800 })
        await act?.(page)
        await page.getByText(shows).last().waitFor()
        // Axe checks the wide page in the tests of most pages: it has the same elements.
        for (const width of [1440, 375]) {
          await page.setViewportSize({ width, height: 800 })
          expect([name, await page.evaluate(() => document.documentElement.scrollWidth)]).toEqual([
            name,
            width,
          ])
        }
        expect([name, await violationsOf(page)]).toEqual([name, []])
        expect([name, await smallTargets(page)]).toEqual([name, []])
      }
    })
  },
)
