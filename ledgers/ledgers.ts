import type { SharedStack } from '@prankpost/test-harness'
import { MongoClient } from 'mongodb'
import { findDifferences } from './comparison.ts'
import { compareViews, readViews } from './customer-views.ts'
import { type RunningServices, readDeadLetters } from './dead-letters.ts'
import type { DatabaseOf } from './documents.ts'
import { compareAll } from './evidence.ts'
import type { Findings } from './findings.ts'
import type { PeopleLedger } from './people.ts'
import { readShop } from './shop.ts'
import { readStripe } from './stripe.ts'
import { openStripeSandbox } from './stripe-sandbox.ts'
import { watchTraffic } from './traffic.ts'

/** What the ledgers need to know about a running shop: on one host, on several, or in containers. */
export type RunningShop = Pick<
  SharedStack,
  'baseUrl' | 'sandboxUrl' | 'adminPassword' | 'amqpUrl' | 'queuePrefix' | 'mongodbUri' | 'databasePrefix'
> &
  RunningServices

export type Ledgers = ReturnType<typeof openLedgers>

/**
 * Opens the ledgers of a running shop. They are read from the databases, the broker and Stripe's sandbox directly.
 * @example
 * const ledgers = openLedgers(stack)
 * const { differences } = await ledgers.check(people)
 * await ledgers.close()
 */
export function openLedgers(stack: RunningShop) {
  const client = new MongoClient(stack.mongodbUri, { serverSelectionTimeoutMS: 5_000 })
  const database: DatabaseOf = (service) =>
    client.db(`${stack.databasePrefix}_${service.replaceAll('-', '_')}`)
  const sandbox = openStripeSandbox(stack)
  const traffic = watchTraffic(stack, database)
  return {
    database,
    sandbox,
    traffic,
    orders: database('order').collection('orders'),
    payments: database('payment').collection('payments'),
    inbox: database('payment').collection('inbox'),
    plans: database('subscription').collection('subscriptions'),
    shipments: database('fulfilment').collection('shipments'),
    drawSeeds: database('fulfilment').collection<{ _id: string; seed: string }>('draw_seeds'),
    logs: database('subscription-logs').collection('logs'),
    readShop: () => readShop(database),
    /**
     * Reads and compares all ledgers once, and, if they agree, what every customer sees.
     * @throws when a party does not answer
     */
    async check(people: PeopleLedger): Promise<Findings> {
      const underWay = await traffic.underWay()
      const stripe = await readStripe(sandbox, people)
      const evidence = { people, stripe, shop: await readShop(database) }
      const comparisons = compareAll(evidence)
      const differences = comparisons.flatMap(findDifferences)
      const deadLetters = await readDeadLetters(stack)
      const views = differences.length > 0 ? [] : compareViews(evidence, await readViews(people))
      return {
        ledgers: [...comparisons, ...views].map(({ name, actual }) => ({ name, entries: actual.length })),
        differences: [...differences, ...views.flatMap(findDifferences)],
        ...{ deadLetters, underWay, stripe },
      }
    },
    close: () => client.close(),
  }
}
