import { webPaths } from '@prankpost/contracts/constants'
import { describe, expect, test } from 'vitest'
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

describe('the screens', () => {
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
  })
})
