import { setTimeout as sleep } from 'node:timers/promises'
import type { Stack } from '@prankpost/test-harness'
import { sandboxOf } from '../test/support/sandbox.ts'
import { Shopper } from '../test/support/shopper.ts'
import { startBuyers } from './buyers.ts'
import { send } from './keep-alive.ts'
import { percentiles } from './percentiles.ts'
import { payAndSendWebhook } from './webhooks.ts'

const besidePerSecond = 20
const settleMs = 1_500

/**
 * Measures the time from the answer to a webhook until the order is in the history: without other load, or while other
 * customers buy.
 */
export async function measureWebhookToVisible(
  stack: Stack,
  { count, beside }: { count: number; beside: boolean },
) {
  const sandbox = sandboxOf(stack)
  await sandbox.chaos({ dropPercent: 100 })
  const buyers = beside ? await startBuyers(stack, besidePerSecond) : undefined
  if (buyers) await sleep(settleMs)
  const durations = await visibleAfter(stack, count)
  const bought = (await buyers?.stop()) ?? { perSecond: 0 }
  await sandbox.chaos({})
  const { p50Ms, p99Ms, maxMs } = percentiles(durations)
  return { p50Ms, p99Ms, maxMs, boughtPerSecond: bought.perSecond }
}

async function visibleAfter(stack: Stack, count: number): Promise<number[]> {
  const durations: number[] = []
  let shopper = await new Shopper(stack, send).signUp()
  for (let n = 0; n < count; n++) {
    // A new customer after every 20 orders keeps the history as short as in production.
    if (n % 20 === 19) shopper = await new Shopper(stack, send).signUp()
    const { orderId, sessionId } = await shopper.checkOut()
    await payAndSendWebhook(stack, sessionId)
    const answered = performance.now()
    // On a machine under full load, a failed call is repeated: its time counts.
    const isShown = async () =>
      (await shopper.history().catch(() => [])).some(
        (entry) => entry.orderId === orderId && entry.status === 'paid',
      )
    while (!(await isShown())) {
      if (performance.now() - answered > 10_000) throw new Error('an order did not become visible in 10 s')
    }
    durations.push(performance.now() - answered)
  }
  return durations
}
