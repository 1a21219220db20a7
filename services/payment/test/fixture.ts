import { createLogger } from '@prankpost/service-kit'
import { newCustomer, newId, serveForTest, startServiceForTest } from '@prankpost/service-kit/testing'
import { createSandbox } from '@prankpost/stripe-sandbox'
import { testNamespace, until } from '@prankpost/test-harness'
import { MongoClient } from 'mongodb'
import Stripe from 'stripe'
import { service } from '../src/service.ts'

const webhookSecret = 'whsec_of_these_tests'

/** A client of a Stripe that is unavailable: it fails at once, without the retries of the real client. */
export const unreachableStripe = new Stripe('sk_test_of_these_tests', {
  host: '127.0.0.1',
  port: 9,
  protocol: 'http',
  maxNetworkRetries: 0,
})

/**
 * Payment and the Stripe sandbox, each with its own database. The test sends the webhooks and runs the sweep of the
 * inbox. `now` is the clock of the sandbox, `inboxNow` that of the inbox.
 */
export async function startFixture({
  now = () => new Date(),
  inboxNow = undefined as (() => Date) | undefined,
  secretKey = 'sk_test_of_these_tests',
} = {}) {
  const { drop, ...space } = testNamespace()
  const log = createLogger('payment', 'silent')
  const mongo = new MongoClient(space.mongodbUri, { writeConcern: { w: 1, j: true } })
  const sandboxDb = mongo.db(`${space.databasePrefix}_stripe_sandbox`)
  const sandbox = await createSandbox({
    db: sandboxDb,
    webhook: null,
    publicUrl: 'http://sandbox.test',
    logger: log,
    now,
  })
  const sandboxServer = await serveForTest(sandbox.app)
  const payment = await startServiceForTest(service, space, {
    env: {
      STRIPE_SECRET_KEY: secretKey,
      STRIPE_WEBHOOK_SECRET: webhookSecret,
      STRIPE_API_BASE: sandboxServer.url,
      EVENT_SWEEP_EVERY_MS: 20_000,
    },
    broker: 'disconnected',
    ...(inboxNow && { now: inboxNow }),
  })
  const { call, deps, models } = payment

  /** Sends a webhook. By default it is signed now, with the right secret. */
  const webhook = (event: unknown, options: WebhookOptions = {}) => webhookOf(JSON.stringify(event), options)
  const webhookOf = (
    payload: string,
    { secret = webhookSecret, timestamp, mutate = (text: string) => text }: WebhookOptions = {},
  ) => {
    const signature = Stripe.webhooks.generateTestHeaderString({
      payload,
      secret,
      ...(timestamp ? { timestamp } : {}),
    })
    return call('POST', '/api/webhooks/stripe', {
      body: mutate(payload),
      headers: { 'stripe-signature': signature },
    })
  }

  return {
    ...payment,
    ...models,
    webhook,
    /** The same for a text, which need not be JSON. */
    webhookOf,
    /** Sends a webhook and waits until it is recorded, if its type is recorded. */
    async deliver(event: Stripe.Event) {
      const answer = await webhook(event)
      await until(async () => !(await models.stripeEvents.exists({ _id: event.id, state: 'received' })))
      return answer
    },
    /** Only order may open order sessions, and only subscription may open plan sessions. */
    asOrder: payment.clientFor('order', { timeoutMs: 25_000 }),
    asSubscription: payment.clientFor('subscription', { timeoutMs: 25_000 }),
    sandbox: sandboxServer.call,
    /** The sandbox's own database, for objects that its endpoints do not make. */
    sandboxDb,
    /** Pays a session, as the customer does on the hosted page. */
    pay: (sessionId: string, card?: string) =>
      sandboxServer.call('POST', `/test/checkout/sessions/${sessionId}/complete`, {
        body: card === undefined ? {} : { card },
      }),
    /** The newest event of a type about an object, as Stripe sends it. */
    async event(type: string, objectId: string): Promise<Stripe.Event> {
      const { body } = await sandboxServer.call('GET', '/test/state')
      const events = body.events as Stripe.Event[]
      const found = events.find(
        (event) => event.type === type && (event.data.object as { id?: string }).id === objectId,
      )
      if (found === undefined) throw new Error(`the sandbox has no ${type} of ${objectId}`)
      return found
    },
    async close() {
      await payment.close()
      await deps.inbox.stop()
      await sandbox.stop()
      await sandboxServer.close()
      await mongo.close()
      await drop({ topology: false })
    },
  }
}

interface WebhookOptions {
  secret?: string
  timestamp?: number
  mutate?: (payload: string) => string
}

/** The request that subscription sends. */
export const planRequest = () => {
  const { id: ownerId, email, firstName, lastName } = newCustomer()
  const customer = { email, firstName, lastName }
  return { planId: newId(), ownerId, customer, prankCount: 3, amountCents: 1497 }
}

/** The request that order sends. */
export const orderRequest = (over: Record<string, unknown> = {}) => {
  const customer = newCustomer()
  return {
    customer,
    request: {
      orderId: newId(),
      ownerId: customer.id,
      customerEmail: customer.email,
      amountCents: 998,
      lines: [{ name: 'Raw Potato', quantity: 2, unitCents: 499 }],
      ...over,
    },
  }
}
