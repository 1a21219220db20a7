import { fileURLToPath } from 'node:url'
import { buildFront } from '@prankpost/local-stack'
import { type Stack, startStack } from '@prankpost/test-harness'
import { startTraceStore } from '../../test/support/trace-store.ts'
import { type Shop, shopOf } from './shop.ts'

const root = fileURLToPath(new URL('../..', import.meta.url))

/** Starts a shop on free ports with an empty data folder and two replicas of each service. */
export async function startOwnShop(): Promise<{ shop: Shop; stop: () => Promise<void> }> {
  for (const front of ['web', 'admin-web'] as const) await buildFront(root, front)
  const traces = await startTraceStore()
  const stack: Stack = await startStack({
    ownMongo: true,
    ownBroker: true,
    replicas: 2,
    env: {
      all: { OTEL_EXPORTER_OTLP_ENDPOINT: traces.url },
      // The limits of a real shop, which test stacks raise.
      gateway: { RATE_LIMIT_CALLS: '300' },
      auth: { LOGIN_LIMIT: '100', HASH_WAITING_LIMIT: '3', HASH_QUEUE_MS: '2000' },
      order: { UNPAID_ORDER_LIMIT: '20' },
      payment: { OPEN_SESSION_LIMIT: '10' },
    },
  })
  return {
    shop: shopOf({ ...factsOf(stack), spans: traces.spans }),
    async stop() {
      await stack.stop()
      traces.close()
    },
  }
}

function factsOf({ baseUrl, sandboxUrl, mailUrl, adminPassword, secrets, processes }: Stack) {
  return {
    ...{ baseUrl, sandboxUrl, mailUrl, adminPassword },
    processes: processes.map(({ spec: { name, replica, url } }) => ({ name, replica, url })),
    webhookSecret: secrets.STRIPE_WEBHOOK_SECRET,
  }
}
