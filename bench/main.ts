/**
 * `npm run bench [-- --quick]`: bounded, loopback only. Prints a table and leaves bench/results.json:
 * catalog reads beside the floor of this machine in the same run, whole purchases, and how long after
 * a webhook's answer an order is paid and in the history.
 */
import { writeFile } from 'node:fs/promises'
import { startStack } from '@prankpost/local-stack'
import { measureFloor } from './floor.ts'
import { measurePurchases } from './purchases.ts'
import { measureReads } from './reads.ts'
import { measureWebhookToVisible } from './webhook-to-visible.ts'

const quick = process.argv.includes('--quick')
const seconds = quick ? 2 : 5
const stack = await startStack({
  ownMongo: true,
  ownBroker: true,
  env: {
    all: { LOG_LEVEL: 'warn' },
    gateway: { RATE_LIMIT_CALLS: '1000000000' },
    auth: { REGISTRATION_LIMIT: '1000000' },
  },
})
try {
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
  const results = { webhookToVisible: webhook, purchases, catalogReads: reads }
  await writeFile(new URL('results.json', import.meta.url), `${JSON.stringify(results, null, 2)}\n`)
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
} finally {
  await stack.stop()
}
