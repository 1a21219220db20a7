import type { ServiceName } from '@prankpost/contracts'
import { createOutbox, createRelay } from '@prankpost/messaging'
import {
  connectService,
  createAdminCheck,
  createAuditTrail,
  createCustomerData,
  createEndedSessions,
  createInternalClient,
  createReconciliation,
  deadLetterRoutes,
  loadConfig,
  runService,
} from '@prankpost/service-kit'
import { createApp } from './app.ts'
import { configSchema } from './config.ts'
import { holdings } from './customer-data.ts'
import type { Deps } from './deps.ts'
import { handlers } from './events.ts'
import { showOrders } from './metrics.ts'
import { createOrderModel } from './order.model.ts'
import { createPriceModel } from './price.model.ts'
import { createPriceShelf } from './price-shelf.ts'
import { findUntoldMonths, findUntoldPayments, monthKinds, paymentKinds } from './use-cases/find-untold.ts'
import { loadPrices } from './use-cases/load-prices.ts'

const config = loadConfig(configSchema)
const base = await connectService('order', config)
const { connection, broker, log, isReady } = base
const queuePrefix = config.QUEUE_PREFIX

const client = (to: ServiceName, urls: string[], timeoutMs?: number) =>
  createInternalClient({ from: 'order', to, urls, privateKey: config.SERVICE_PRIVATE_KEY, timeoutMs })

const auth = client('auth', config.AUTH_URL)
const orders = createOrderModel(connection)
const prices = createPriceModel(connection)
const relay = createRelay({ service: 'order', model: orders, broker, log, queuePrefix })
const deps: Deps = {
  orders,
  prices,
  priceShelf: createPriceShelf(prices),
  outbox: createOutbox(orders, relay.nudge, { remembered: 1_000 }),
  auth,
  contact: client('contact', config.CONTACT_URL),
  catalog: client('catalog', config.CATALOG_URL),
  // Payment itself waits for Stripe.
  payment: client('payment', config.PAYMENT_URL, 25_000),
  log,
}
const endedSessions = createEndedSessions({ connection, log })
const customerData = createCustomerData({
  service: 'order',
  holdings: holdings(deps),
  connection,
  broker,
  auth,
  log,
  queuePrefix,
  sessions: endedSessions,
})
const audit = createAuditTrail({ service: 'order', connection, log })
const app = createApp(deps, {
  publicUrl: config.PUBLIC_URL,
  sessionPublicKey: config.SESSION_PUBLIC_KEY,
  servicePublicKeys: config.SERVICE_PUBLIC_KEYS,
  endedSessions,
  adminCheck: createAdminCheck(auth),
  audit,
  deadLetters: deadLetterRoutes({ service: 'order', broker, queuePrefix, log }),
  isReady,
})

const looking = {
  connection,
  log,
  settleMs: config.RECONCILE_AFTER_MS,
  everyMs: config.RECONCILE_EVERY_MS,
}
const payments = createReconciliation({
  ...looking,
  name: 'payments of orders',
  kinds: paymentKinds,
  source: deps.payment,
  path: '/internal/recent-events?kind=order',
  compare: (told, heal) => findUntoldPayments(told, heal, deps),
})
const months = createReconciliation({
  ...looking,
  name: 'months of plans',
  kinds: monthKinds,
  source: client('subscription', config.SUBSCRIPTION_URL),
  path: '/internal/recent-events',
  compare: (told, heal) => findUntoldMonths(told, heal, deps),
})

showOrders(deps)
await runService({
  service: 'order',
  base,
  config,
  app,
  handlers: handlers(deps, endedSessions, customerData),
  tasks: [relay, customerData, audit, endedSessions, payments, months],
})
void loadPrices(deps)
