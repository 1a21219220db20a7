import { type Attack, expectSame } from '../frame/attack.ts'
import { asOperator } from '../kit/people.ts'
import { describeTally, expectQuick, tallyOf, timeUnderFlood } from '../kit/timing.ts'

/** The admin accepts 5 wrong passwords per address and 200 in total in 15 minutes: this exceeds both. */
const outsiders = 45
const triesOfEach = 5

/** Outsiders send wrong admin passwords until all are refused, while the operator works and signs in again. */
export const adminLockOut: Attack = {
  name: 'admin-lock-out',
  finding: '9',
  bound: 'the operator gets in; slowest < 5 x calm median',
  async run(shop, { quick }) {
    const signIn = () =>
      asOperator(shop, 'POST', '/api/admin/login', { body: { password: shop.adminPassword } })
    await signIn()
    const addresses = Array.from({ length: outsiders }, () => shop.newAddress())
    const guess = (n: number) =>
      shop.call('POST', '/api/admin/login', {
        from: addresses[n % outsiders] ?? '',
        body: { password: `wrong password ${n}` },
      })
    const operator = async () => {
      const { status } = await signIn()
      if (status !== 200) throw new Error(`the operator's sign-in: ${status}`)
    }
    const guesses = await Promise.all(Array.from({ length: outsiders * triesOfEach }, (_, n) => guess(n)))
    const tally = tallyOf(guesses)
    const again = await signIn()
    const elsewhere = await asOperator(shop, 'GET', '/api/admin/orders', { from: shop.newAddress() })
    const orders = await asOperator(shop, 'GET', '/api/admin/orders')
    const inAtOnce = expectSame('the operator can still sign in, at the same address', again.status, 200)
    const checks = [
      { what: 'no guess gets in', held: tally[200] === undefined, seen: describeTally(tally) },
      // By design (docs/security.md): for 15 minutes a new address is locked out, because it may be another guess.
      { ...inAtOnce, seen: `${inAtOnce.seen} (at a new address ${elsewhere.status})` },
      expectSame('and read the orders', orders.status, 200),
    ]
    if (quick) return { checks }
    const { timing } = await timeUnderFlood({
      victim: "the operator's sign-in",
      call: operator,
      everyMs: 100,
      seconds: 6,
      flood: { perSecond: 50, call: guess },
    })
    return { checks: [...checks, expectQuick(timing)], timing }
  },
}
