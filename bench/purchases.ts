import type { Stack } from '@prankpost/local-stack'
import { sandboxOf } from '../test/sandbox.ts'
import { Shopper } from '../test/shopper.ts'
import { percentiles } from './percentiles.ts'

/** Whole purchases by several customers at once, from validate-order until the order is in the history. */
export async function measurePurchases(
  stack: Stack,
  { concurrency, count }: { concurrency: number; count: number },
) {
  const sandbox = sandboxOf(stack)
  const shoppers = await Promise.all(Array.from({ length: concurrency }, () => new Shopper(stack).signUp()))
  const durations: number[] = []
  let left = count
  const start = performance.now()
  await Promise.all(
    shoppers.map(async (shopper) => {
      while (left-- > 0) {
        const began = performance.now()
        await shopper.insist('POST', '/api/validate-order', await shopper.cart(), 200)
        const { orderId, sessionId } = await shopper.checkOut()
        await sandbox.pay(sessionId)
        while (!(await shopper.history()).some((entry) => entry.orderId === orderId)) {
          if (performance.now() - began > 30_000) throw new Error('a purchase took over 30 s')
          await new Promise((resolve) => setTimeout(resolve, 10))
        }
        durations.push(performance.now() - began)
      }
    }),
  )
  const perSecond = Math.round((durations.length / (performance.now() - start)) * 10_000) / 10
  return { concurrency, perSecond, ...percentiles(durations) }
}
