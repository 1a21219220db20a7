import { type Attack, expectSame } from '../frame/attack.ts'
import type { Shop } from '../frame/shop.ts'
import { linkTo } from '../kit/links.ts'
import { newCustomer } from '../kit/people.ts'

/** Links that must not work: used before, changed, or for another purpose. */
export const reusedLinks: Attack = {
  name: 'reused-links',
  finding: '-',
  bound: '400',
  async run(shop) {
    const customer = await newCustomer(shop)
    const { token: ofAddress } = await linkTo(shop, customer.email, 'verify-email')
    await customer.insist('POST', '/api/auth/forgot-password', { email: customer.email }, 200)
    const { token } = await linkTo(shop, customer.email, 'reset-password')
    const crossed = await reset(shop, ofAddress)
    const first = await reset(shop, token)
    if (first !== 200) throw new Error(`the link does not work even once: ${first}`)
    return {
      checks: [
        expectSame('a link for the address sets a password', crossed, 400),
        expectSame('a link for a password works a second time', await reset(shop, token), 400),
        expectSame('a changed token works', await reset(shop, `${token.slice(0, -3)}AAA`), 400),
      ],
    }
  },
}

async function reset(shop: Shop, token: string): Promise<number> {
  const body = { token, password: 'battery staple' }
  return (await shop.call('POST', '/api/auth/reset-password', { from: shop.newAddress(), body })).status
}
