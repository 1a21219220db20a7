import { testNamespace } from '@prankpost/local-stack'
import { connectBroker, createEmitter, createOutbox, createRelay, startConsumer } from '@prankpost/messaging'
import {
  connectDatabase,
  createAuditTrail,
  createEndedSessions,
  createLogger,
  deadLetterRoutes,
  ensureIndexes,
  type InternalClient,
  isOutage,
  notFound,
  unauthorized,
  unavailable,
} from '@prankpost/service-kit'
import {
  customerDataForTest,
  newId,
  serveForTest,
  testKeys,
  testPublicUrl,
  testServiceKeys,
} from '@prankpost/service-kit/testing'
import { createApp } from '../src/app.ts'
import { holdings } from '../src/customer-data.ts'
import type { Deps } from '../src/deps.ts'
import { handlers } from '../src/events.ts'
import { createOrderModel } from '../src/order.model.ts'
import { createPriceModel } from '../src/price.model.ts'
import { createPriceShelf } from '../src/price-shelf.ts'

export const adminPassword = 'prankmaster'
export const potato = { id: newId(), priceCents: 499 }
export const glitter = { id: newId(), priceCents: 1250 }
const notOnSale = { id: newId(), priceCents: 499 }
export const retired = notOnSale

/** An item as the store sends it. */
export const item = (over: Record<string, unknown> = {}) => ({
  prankId: potato.id,
  contactId: 'local-1700000000000',
  quantity: 1,
  price: '$4.99',
  contactName: 'Gerald Snail',
  contactAddress: '1 Garden Path',
  contactCity: 'Springfield',
  contactState: 'or',
  contactZipCode: '97477',
  ...over,
})

/** A body of validate-order; the total is given by the test. */
export const cart = (total: unknown, items: unknown[] = [item()], over: Record<string, unknown> = {}) => ({
  cartItems: items,
  customerInfo: { email: 'somebody@else.test', name: 'Somebody Else', userId: newId() },
  total,
  ...over,
})

let carts = 0

/** A cart of $4.99 like no other: while it is not paid the same cart is the same order. */
export const newCart = () => cart(4.99, [item()], { customMessage: `Cart no. ${++carts}` })

/** Order on a database and queues of its own; contact and payment answer what a test tells them to. */
export async function startRig() {
  const space = testNamespace()
  const log = createLogger('order', 'silent')
  const connection = await connectDatabase('order', {
    MONGODB_URI: space.mongodbUri,
    DATABASE_PREFIX: space.databasePrefix,
  })
  const orders = createOrderModel(connection)
  const prices = createPriceModel(connection)
  const endedSessions = createEndedSessions({ connection, log })
  await ensureIndexes(connection)
  const broker = await connectBroker({
    url: space.amqpUrl,
    queuePrefix: space.queuePrefix,
    clientName: 'order test',
    log,
  })
  const relay = createRelay({ service: 'order', model: orders, broker, log, queuePrefix: space.queuePrefix })
  const others = {
    /** Targets by owner, as contact would know them. */
    targets: new Map<string, object[]>(),
    contactAway: false,
    /** Accounts by user id, as auth would know them. */
    accounts: new Map<string, object>(),
    authAway: false,
    /** Asked by order; answers a session or throws. */
    openSession: async (_request: unknown): Promise<unknown> => ({
      sessionId: 'cs_test_1',
      url: 'http://pay.test/1',
    }),
  }
  const answering = (
    get: (path: string) => unknown,
    post: (path: string, body: unknown) => unknown,
  ): InternalClient => ({
    get: async (path, schema) => schema.parse(await get(path)),
    post: async (path, schema, body) => schema.parse(await post(path, body)),
  })
  const auth = answering(
    (path) => {
      if (others.authAway) throw unavailable()
      const account = others.accounts.get(path.replace('/internal/users/', ''))
      if (account === undefined) throw notFound()
      return account
    },
    () => {
      throw notFound()
    },
  )
  const contact = answering(
    (path) => {
      if (others.contactAway) throw unavailable()
      const query = new URL(path, 'http://contact').searchParams
      const ids = query.get('ids')?.split(',') ?? []
      const known = (others.targets.get(query.get('ownerId') ?? '') ?? []) as { id: string }[]
      return known.filter(({ id }) => ids.includes(id))
    },
    () => {
      throw notFound()
    },
  )
  const payment = answering(
    () => {
      throw notFound()
    },
    (_path, body) => others.openSession(body),
  )
  const deps: Deps = {
    orders,
    prices,
    priceShelf: createPriceShelf(prices),
    // Without a nudge events stay in the outbox, where a test can look at them.
    outbox: createOutbox(orders, () => undefined, { remembered: 1_000 }),
    auth,
    contact,
    catalog: contact,
    payment,
    log,
  }
  const customerData = customerDataForTest({
    service: 'order',
    holdings: holdings(deps),
    connection,
    log,
    sessions: endedSessions,
  })
  for (const { id, priceCents } of [potato, glitter, notOnSale]) {
    await prices.create({
      _id: id,
      name: `Prank of ${priceCents} cents`,
      description: 'Harmless.',
      priceCents,
      tier: 'Standard',
      image: 'potato',
      onSale: id !== notOnSale.id,
      revision: 1,
    })
  }
  const own = handlers(deps, endedSessions, customerData.customerData)
  const app = createApp(deps, {
    publicUrl: testPublicUrl,
    sessionPublicKey: testKeys.public,
    servicePublicKeys: testServiceKeys.publicKeys,
    endedSessions,
    adminCheck: async (password) => {
      if (password !== adminPassword) throw unauthorized()
    },
    audit: createAuditTrail({ service: 'order', connection, log }),
    deadLetters: deadLetterRoutes({ service: 'order', broker, queuePrefix: space.queuePrefix, log }),
    isReady: async () => true,
  })
  const server = await serveForTest(app)
  const stops: (() => Promise<unknown>)[] = []

  return {
    ...others,
    others,
    customerData,
    handlers: own,
    deps,
    orders,
    relay,
    broker,
    queuePrefix: space.queuePrefix,
    connection,
    call: server.call,
    /** Starts consuming order's queues. */
    async consume() {
      const consumer = await startConsumer({
        service: 'order',
        handlers: own,
        broker,
        log,
        isOutage,
        queuePrefix: space.queuePrefix,
      })
      stops.push(() => consumer.stop())
    },
    async close() {
      await server.close()
      for (const stop of stops) await stop()
      await relay.stop()
      await broker.close()
      await connection.close()
      await space.drop()
    },
  }
}

/** Events as their owners would emit them. */
export const emitters = {
  payment: createEmitter('payment'),
  catalog: createEmitter('catalog'),
  subscription: createEmitter('subscription'),
  fulfilment: createEmitter('fulfilment'),
}

/** Waits until `check` answers something true. @throws after 10 s */
export async function until<T>(check: () => Promise<T> | T): Promise<NonNullable<T>> {
  const end = Date.now() + 10_000
  for (;;) {
    const value = await check()
    if (value) return value as NonNullable<T>
    if (Date.now() > end) throw new Error(`did not happen in time: ${check}`)
    await new Promise((resolve) => setTimeout(resolve, 20))
  }
}
