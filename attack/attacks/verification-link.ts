import { type Attack, expectSame } from '../frame/attack.ts'
import type { Shop } from '../frame/shop.ts'
import { inBrowser, noBrowser, openPage, pressAll, visit } from '../kit/browser.ts'
import { linkTo } from '../kit/links.ts'
import { type Customer, newCustomer } from '../kit/people.ts'

const isVerified = async (customer: Customer): Promise<boolean> =>
  (await customer.request('GET', '/api/auth/email-verification')).body.verified

/** An attacker registers a victim's address; the victim, or a mail scanner, opens the link. */
export const verificationLink: Attack = {
  name: 'verification-link',
  finding: '2',
  bound: 'only in the session of its account, after a click',
  obstacle: noBrowser,
  run: (shop) =>
    inBrowser(async (browser) => {
      const checks = []
      const other = await newCustomer(shop)
      const ways = [
        { who: 'without a session', act: post(shop) },
        { who: "in another account's session", act: post(shop, other) },
      ]
      for (const { who, act } of ways) {
        const attacker = await newCustomer(shop)
        await act((await linkTo(shop, attacker.email, 'verify-email')).token)
        checks.push(
          expectSame(`a call with the token ${who} verifies nothing`, await isVerified(attacker), false),
        )
      }
      for (const { who, customer } of [
        { who: 'without a session', customer: undefined },
        { who: "in another account's session", customer: other },
      ]) {
        const attacker = await newCustomer(shop)
        const page = await openPage(browser, shop, { ...(customer && { customer }) })
        await visit(page, (await linkTo(shop, attacker.email, 'verify-email')).url)
        checks.push(expectSame(`the page ${who} verifies nothing`, await isVerified(attacker), false))
        await pressAll(page)
        checks.push(expectSame(`its buttons ${who} verify nothing`, await isVerified(attacker), false))
        await page.context().close()
      }
      // The owner of account and mailbox can verify the address; otherwise the checks above prove nothing.
      const owner = await newCustomer(shop)
      const page = await openPage(browser, shop, { customer: owner })
      await visit(page, (await linkTo(shop, owner.email, 'verify-email')).url)
      checks.push(
        expectSame('the page alone verifies nothing in its own session', await isVerified(owner), false),
      )
      const pressed = await pressAll(page)
      if (!(await isVerified(owner)))
        throw new Error(
          `the owner could not verify their address; buttons pressed: ${pressed.join(', ') || 'none'}`,
        )
      return { checks }
    }),
}

const post =
  (shop: Shop, customer?: Customer) =>
  (token: string): Promise<unknown> =>
    customer === undefined
      ? shop.call('POST', '/api/auth/verify-email', { from: shop.newAddress(), body: { token } })
      : customer.request('POST', '/api/auth/verify-email', { body: { token } })
