import { setTimeout as sleep } from 'node:timers/promises'
import { until } from '@prankpost/test-harness'
import { buySomething } from '../soak/people/buying.ts'
import { signUp } from '../soak/people/customers.ts'
import { operate } from '../soak/people/operator.ts'
import type { Shop } from '../soak/people/shop.ts'
import { startPlan } from '../soak/people/subscribing.ts'
import { randomOf } from '../soak/play.ts'
import { mailsTo, verifyEmail } from '../test/support/mails.ts'

/** Signing up, buying and shipping must not take longer. */
const limitMs = 120_000
const buyEveryMs = 500

/**
 * A customer signs up, follows the link in the mail, buys and subscribes; the operator ships an order and the plan's first
 * parcels. Returns what happened. @throws when one of these does not happen in time
 */
export async function sellPrank(
  shop: Omit<Shop, 'isOver'>,
  { mailUrl, seed }: { mailUrl: string; seed: number },
): Promise<string> {
  const end = Date.now() + limitMs
  let isDone = false
  const people: Shop = { ...shop, isOver: () => isDone || Date.now() > end }
  const { journal, stack } = people
  const customer = await signUp(randomOf(seed, 7), people)
  if (customer === null) throw new Error(`The customer could not sign up: ${journal.surprises.join(', ')}`)
  await verifyEmail({ ...stack, mailUrl }, { email: customer.email, password: customer.password })
  const mails = await mailsTo({ mailUrl }, customer.email)
  const operator = operate({ everyMs: 500 }, randomOf(seed, 8), people)
  try {
    await startPlan(customer, people)
    const parcels = () => [...journal.parcels.values()].filter(({ done }) => done === 'sure').length
    const shipped = () =>
      [...journal.statuses.values()]
        .flat()
        .some(({ status, done }) => status === 'shipped' && done === 'sure')
    // The operator leaves half of the orders as they are.
    while (!shipped() && !people.isOver()) {
      await buySomething(customer, people)
      await sleep(buyEveryMs)
    }
    await until(() => parcels() > 0 && shipped(), Math.max(1, end - Date.now()))
    return `${journal.placedOrders()} orders, a plan, ${parcels()} parcels and an order shipped, ${mails.length} mail read`
  } finally {
    isDone = true
    await operator
  }
}
