import { testNamespace } from '@prankpost/local-stack'
import { createOutbox } from '@prankpost/messaging'
import {
  connectDatabase,
  createEndedSessions,
  createInternalClient,
  createLogger,
  ensureIndexes,
} from '@prankpost/service-kit'
import {
  customerDataForTest,
  newCustomer,
  newId,
  serveForTest,
  testKeys,
  testPublicUrl,
  testServiceKeys,
} from '@prankpost/service-kit/testing'
import { createSandbox } from '@prankpost/stripe-sandbox'
import { MongoClient } from 'mongodb'
import Stripe from 'stripe'
import { createApp } from '../src/app.ts'
import { holdings } from '../src/customer-data.ts'
import type { Deps } from '../src/deps.ts'
import { createEventCursorModel, openEventCursor } from '../src/event-cursor.model.ts'
import { handlers } from '../src/events.ts'
import { createStripeEventModel } from '../src/inbox.model.ts'
import { createInbox } from '../src/inbox.ts'
import { createPaymentModel } from '../src/payment.model.ts'
import { createStripe } from '../src/stripe-client.ts'
import { recordEvent } from '../src/use-cases/record-event.ts'

const webhookSecret = 'whsec_of_these_tests'

/**
 * Payment beside the Stripe sandbox, both on databases of their own. Webhooks come when a test sends them;
 * `now` is the clock of Stripe's side, `inboxNow` that of the inbox, which sweeps when a test says so.
 */
export async function startRig({ now = () => new Date(), inboxNow = () => new Date() } = {}) {
  const space = testNamespace()
  const log = createLogger('payment', 'silent')
  const mongo = new MongoClient(space.mongodbUri, { writeConcern: { w: 1, j: true } })
  const sandbox = await createSandbox({
    db: mongo.db(`${space.databasePrefix}_stripe_sandbox`),
    webhook: null,
    publicUrl: 'http://sandbox.test',
    logger: log,
    now,
  })
  const sandboxServer = await serveForTest(sandbox.app)
  const connection = await connectDatabase('payment', {
    MONGODB_URI: space.mongodbUri,
    DATABASE_PREFIX: space.databasePrefix,
  })
  const payments = createPaymentModel(connection)
  const cursors = createEventCursorModel(connection)
  const stripeEvents = createStripeEventModel(connection)
  const endedSessions = createEndedSessions({ connection, log })
  await ensureIndexes(connection)
  await openEventCursor(cursors)
  const inbox = createInbox({
    events: stripeEvents,
    record: (news) => recordEvent(news, deps),
    log,
    now: inboxNow,
  })
  const deps: Deps = {
    payments,
    inbox,
    cursors,
    // Without a nudge events stay in the outbox, where a test can look at them.
    outbox: createOutbox(payments, () => undefined),
    stripe: createStripe('sk_test_of_these_tests', sandboxServer.url),
    webhookSecret,
    publicUrl: testPublicUrl,
    sweepAfterMs: 20_000,
    eventSweepEveryMs: 20_000,
    log,
  }
  const customerData = customerDataForTest({
    service: 'payment',
    holdings: holdings(deps),
    connection,
    log,
    sessions: endedSessions,
  })
  const app = createApp(deps, {
    sessionPublicKey: testKeys.public,
    endedSessions,
    servicePublicKeys: testServiceKeys.publicKeys,
    deadLetters: [],
    isReady: async () => true,
  })
  const server = await serveForTest(app)
  const clientOf = (from: 'order' | 'subscription') =>
    createInternalClient({
      from,
      to: 'payment',
      urls: [server.url],
      privateKey: testServiceKeys.privateKey,
      // As long as order waits for it.
      timeoutMs: 25_000,
    })

  /** Sends a webhook; signed now with the right secret if nothing else is said. */
  const webhook = (
    event: unknown,
    { secret = webhookSecret, timestamp, mutate = (text: string) => text }: WebhookOptions = {},
  ) => {
    const payload = JSON.stringify(event)
    const signature = Stripe.webhooks.generateTestHeaderString({
      payload,
      secret,
      ...(timestamp ? { timestamp } : {}),
    })
    return server.call('POST', '/api/webhooks/stripe', {
      body: mutate(payload),
      headers: { 'stripe-signature': signature },
    })
  }

  return {
    customerData,
    handlers: handlers(endedSessions, customerData.customerData),
    deps,
    payments,
    stripeEvents,
    webhook,
    /** Sends a webhook and waits until it is recorded, if it is of a kind that is. */
    async deliver(event: Stripe.Event) {
      const answer = await webhook(event)
      await until(async () => !(await stripeEvents.exists({ _id: event.id, state: 'received' })))
      return answer
    },
    /** Orders are order's business, plans are subscription's. */
    asOrder: clientOf('order'),
    asSubscription: clientOf('subscription'),
    url: server.url,
    call: server.call,
    sandbox: sandboxServer.call,
    /** Pays a session as the customer would on the hosted page. */
    pay: (sessionId: string) =>
      sandboxServer.call('POST', `/test/checkout/sessions/${sessionId}/complete`, { body: {} }),
    /** The newest event of a type about an object, as Stripe would send it. */
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
      await server.close()
      await inbox.stop()
      await sandbox.stop()
      await sandboxServer.close()
      await mongo.close()
      await connection.close()
      await space.drop({ topology: false })
    },
  }
}

interface WebhookOptions {
  secret?: string
  timestamp?: number
  mutate?: (payload: string) => string
}

/** What subscription asks payment for. */
export const planRequest = () => {
  const { id: ownerId, email, firstName, lastName } = newCustomer()
  const customer = { email, firstName, lastName }
  return { planId: newId(), ownerId, customer, prankCount: 3, amountCents: 1497 }
}

/** What order asks payment for. */
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
      isFirst: false,
      ...over,
    },
  }
}

/** Waits until `check` answers something true. @throws after 10 s */
export async function until<T>(check: () => Promise<T> | T): Promise<NonNullable<T>> {
  const end = Date.now() + 10_000
  for (;;) {
    const value = await check()
    if (value) return value as NonNullable<T>
    if (Date.now() > end) throw new Error(`did not happen in time: ${check}`)
    await new Promise((resolve) => setTimeout(resolve, 10))
  }
}
