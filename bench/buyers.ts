import { setTimeout as sleep } from 'node:timers/promises'
import type { Stack } from '@prankpost/test-harness'
import { Shopper } from '../test/support/shopper.ts'
import { send } from './keep-alive.ts'
import { watchPaid } from './paid-watch.ts'
import { buy } from './purchases.ts'
import { round } from './repeat.ts'
import { payAndSendWebhook } from './webhooks.ts'

const customers = 20

/**
 * Starts purchases at an even rate, independent of their duration, until `stop`, which returns how many were completed per
 * second.
 */
export async function startBuyers(stack: Stack, perSecond: number) {
  const watch = await watchPaid(stack)
  const till = { pay: (sessionId: string) => payAndSendWebhook(stack, sessionId), paid: watch.paid }
  const shoppers = await Promise.all(
    Array.from({ length: customers }, () => new Shopper(stack, send).signUp()),
  )
  const underWay = new Set<Promise<void>>()
  let completed = 0
  let stopped = false
  let failure: unknown

  const begin = (shopper: Shopper) => {
    const purchase = buy(shopper, till)
      .then(() => {
        completed++
      })
      .catch((error: unknown) => {
        failure = error
      })
      .finally(() => underWay.delete(purchase))
    underWay.add(purchase)
  }
  const start = performance.now()
  const keepGoing = async () => {
    for (let n = 0; !stopped; n++) {
      const early = start + (n * 1_000) / perSecond - performance.now()
      if (early > 0) await sleep(early)
      const shopper = shoppers[n % customers]
      if (shopper) begin(shopper)
    }
  }
  const going = keepGoing()
  return {
    /** @throws the error of a failed purchase */
    async stop(): Promise<{ perSecond: number }> {
      stopped = true
      const seconds = (performance.now() - start) / 1_000
      const completedPerSecond = round(completed / seconds)
      await going
      await Promise.all(underWay)
      await watch.stop()
      if (failure !== undefined) throw failure
      return { perSecond: completedPerSecond }
    },
  }
}
