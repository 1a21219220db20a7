import type { Stack } from '@prankpost/local-stack'
import { measureFloor } from './floor.ts'
import { measurePurchases } from './purchases.ts'
import { measureReads } from './reads.ts'
import { measureWebhookToVisible } from './webhook-to-visible.ts'

/**
 * What customers wait for: how long after a webhook's answer an order is paid and in the history, whole
 * purchases, and catalog reads beside the floor of this machine in the same run.
 */
export async function benchStore(stack: Stack, quick: boolean) {
  const seconds = quick ? 2 : 5
  const webhook = await measureWebhookToVisible(stack, quick ? 50 : 200)
  const purchases = []
  for (const concurrency of [1, 8, 32]) {
    purchases.push(
      await measurePurchases(stack, { concurrency, count: (quick ? 10 : 30) * Math.min(concurrency, 8) }),
    )
  }
  const reads = []
  for (const connections of [10, 50, 100]) {
    const floor = await measureFloor({ connections, seconds })
    const catalog = await measureReads(`${stack.baseUrl}/api/pranks`, { connections, seconds })
    reads.push({
      connections,
      floor,
      catalog,
      ratio: Number((catalog.perSecond / floor.perSecond).toFixed(2)),
    })
  }
  console.log('\nA webhook was answered -> the order is paid and in the history (ms)')
  console.table([webhook])
  console.log('Whole purchases: validate, record, session, pay, webhook, in the history')
  console.table(purchases)
  console.log('Catalog reads through the gateway, beside a bare express behind a bare proxy in the same run')
  console.table(
    reads.map(({ connections, floor, catalog, ratio }) => ({
      connections,
      'floor /s': floor.perSecond,
      'floor p99 ms': floor.p99Ms,
      'gateway /s': catalog.perSecond,
      'gateway p99 ms': catalog.p99Ms,
      ratio,
    })),
  )
  return { webhookToVisible: webhook, purchases, catalogReads: reads }
}
