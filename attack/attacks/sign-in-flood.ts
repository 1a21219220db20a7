import type { Attack } from '../frame/attack.ts'
import type { Shop } from '../frame/shop.ts'
import { newCustomer } from '../kit/people.ts'
import { describeTally, expectQuick, tallyOf, timeUnderFlood } from '../kit/timing.ts'

const password = 'correct horse'
const perSecondAndAddress = 28
const strangers = 3
/** A victim's own sign-ins are limited, too, so each of their accounts and addresses is used only a few times. */
const victims = 10

const signIn = (shop: Shop, email: string, from: string) =>
  shop.call('POST', '/api/auth/login', { from, body: { email, password } })

/** Three addresses sign in with the right passwords of their own accounts, as often as the gateway allows. */
export const signInFlood: Attack = {
  name: 'sign-in-flood',
  finding: '3',
  bound: '429; slowest < 5 x calm median',
  async run(shop, { quick }) {
    const attacker = await newCustomer(shop)
    const from = shop.newAddress()
    const burst = await Promise.all(Array.from({ length: 60 }, () => signIn(shop, attacker.email, from)))
    const tally = tallyOf(burst)
    const checks = [
      {
        what: '60 sign-ins at once with the right password from one address: some get 429',
        held: (tally[429] ?? 0) > 0,
        seen: describeTally(tally),
      },
    ]
    if (quick) return { checks }

    const people = await oneByOne(victims, async () => ({
      email: (await newCustomer(shop)).email,
      from: shop.newAddress(),
    }))
    const flooding = await oneByOne(strangers, async () => ({
      email: (await newCustomer(shop)).email,
      from: shop.newAddress(),
    }))
    let calls = 0
    const { timing, tally: flood } = await timeUnderFlood({
      victim: 'sign-in',
      call: async () => {
        const person = people[calls++ % people.length]
        const { status } = await signIn(shop, person?.email ?? '', person?.from ?? '')
        if (status !== 200) throw new Error(`the victim's sign-in: ${status}`)
      },
      everyMs: 500,
      seconds: 10,
      flood: {
        perSecond: perSecondAndAddress * strangers,
        call: (n) => {
          const stranger = flooding[n % strangers]
          return signIn(shop, stranger?.email ?? '', stranger?.from ?? '')
        },
      },
    })
    checks.push(
      { what: 'the flood gets 429', held: (flood[429] ?? 0) > 0, seen: describeTally(flood) },
      expectQuick(timing),
    )
    return { checks, timing }
  },
}

async function oneByOne<T>(times: number, make: () => Promise<T>): Promise<T[]> {
  const made: T[] = []
  for (let n = 0; n < times; n++) made.push(await make())
  return made
}
