import { setTimeout as sleep } from 'node:timers/promises'
import type { Stack } from '@prankpost/test-harness'
import { measureCatalog } from './catalog-reads.ts'
import { measureEvents } from './events/measure.ts'
import { residentMemory, shareOfMemory } from './memory.ts'
import { measurePurchases } from './purchases.ts'
import { alternately, type Range, rangesOf } from './repeat.ts'
import { measureSignedIn } from './signed-in-reads.ts'
import { startBenchStack } from './stack.ts'
import { measureStartup } from './startup.ts'
import { measureWebhookToVisible } from './webhook-to-visible.ts'

/** Durations and repetitions: the full bench takes about ten minutes, the quick one only checks that it works. */
const amounts = {
  full: {
    runs: 3,
    readSeconds: 3,
    restMs: 10_000,
    purchases: [
      { concurrency: 1, count: 100 },
      { concurrency: 8, count: 500 },
      { concurrency: 32, count: 500 },
    ],
    webhooks: 100,
    eventSeconds: 5,
    backlog: 10_000,
  },
  quick: {
    runs: 1,
    readSeconds: 1,
    restMs: 2_000,
    purchases: [
      { concurrency: 1, count: 20 },
      { concurrency: 8, count: 80 },
      { concurrency: 32, count: 80 },
    ],
    webhooks: 20,
    eventSeconds: 2,
    backlog: 2_000,
  },
}
type Amounts = (typeof amounts)['full']

export type StoreResults = Awaited<ReturnType<typeof benchStore>>

/**
 * Measures the response times for customers, the throughput, and the cost: startup, memory, CPU. Each figure is the median
 * of several runs, with the minimum and the maximum.
 */
export async function benchStore(quick: boolean, say: (what: string) => void) {
  const plan = quick ? amounts.quick : amounts.full
  say('start-up')
  // Measured before another stack runs, because even an idle stack uses CPU.
  const startup = await measureStartup(plan.runs, plan.restMs)
  const stack = await startBenchStack()
  try {
    return { startup, ...(await benchStack(stack, plan, say)) }
  } finally {
    await stack.stop()
  }
}

async function benchStack(stack: Stack, plan: Amounts, say: (what: string) => void) {
  await sleep(plan.restMs)
  const idle = residentMemory(stack)
  const share = shareOfMemory(stack)
  const load = { runs: plan.runs, seconds: plan.readSeconds }
  say('catalog reads')
  const catalogReads = await measureCatalog(stack, load)
  say('signed-in reads')
  const signedInReads = await measureSignedIn(stack, load)
  say('purchases')
  const purchases = await repeatPurchases(stack, plan)
  const memory = { idle, share, afterPurchases: residentMemory(stack) }
  say('webhook to visible')
  const { alone, beside } = await alternately(plan.runs, {
    alone: () => measureWebhookToVisible(stack, { count: plan.webhooks, beside: false }),
    beside: () => measureWebhookToVisible(stack, { count: plan.webhooks, beside: true }),
  })
  const webhookToVisible = { alone: rangesOf(alone), beside: rangesOf(beside) }
  say('events')
  const { runs, eventSeconds: seconds, backlog } = plan
  const events = await measureEvents(stack, { runs, seconds, backlog })
  return { memory, catalogReads, signedInReads, purchases, webhookToVisible, events }
}

/** Measures purchases at each concurrency, alternating, after a warm-up that is not counted. */
async function repeatPurchases(stack: Stack, { runs, purchases }: Pick<Amounts, 'runs' | 'purchases'>) {
  await measurePurchases(stack, { concurrency: 8, count: purchases[1]?.count ?? 100 })
  const subjects = purchases.map(
    (load) => [String(load.concurrency), () => measurePurchases(stack, load)] as const,
  )
  const measured = await alternately(runs, Object.fromEntries(subjects))
  return purchases.map(({ concurrency, count }) =>
    purchaseRanges(measured[concurrency] ?? [], { concurrency, count }),
  )
}

type PurchaseRun = Awaited<ReturnType<typeof measurePurchases>>

export function purchaseRanges(runs: PurchaseRun[], load: { concurrency: number; count: number }) {
  const figures = runs.map(({ perSecond, p50Ms, p99Ms }) => ({ perSecond, p50Ms, p99Ms }))
  const cpuMs = rangesOf(runs.map((run) => run.cpuMs as Record<string, number>))
  return { ...load, ...rangesOf(figures), cpuMs: cpuMs as { ours: Range } & Record<string, Range> }
}
