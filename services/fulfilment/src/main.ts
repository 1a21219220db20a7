import type { ServiceName } from '@prankpost/contracts'
import { companyMs, createOutbox, createRelay } from '@prankpost/messaging'
import {
  connectService,
  createAdminCheck,
  createAuditTrail,
  createCustomerData,
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
import { showParcels } from './metrics.ts'
import { createShipmentModel } from './shipment.model.ts'
import { findUntoldMonths, findUntoldOrders, orderKinds, planKinds } from './use-cases/find-untold.ts'

const config = loadConfig(configSchema)
const base = await connectService('fulfilment', config)
const { connection, broker, log, isReady } = base
const queuePrefix = config.QUEUE_PREFIX

const client = (to: ServiceName, urls: string[]) =>
  createInternalClient({ from: 'fulfilment', to, urls, privateKey: config.SERVICE_PRIVATE_KEY })

const shipments = createShipmentModel(connection)
const relay = createRelay({ service: 'fulfilment', model: shipments, broker, log, queuePrefix })
const deps: Deps = {
  shipments,
  outbox: createOutbox(shipments, relay.nudge, { insertWaitMs: companyMs }),
  contact: client('contact', config.CONTACT_URL),
  catalog: client('catalog', config.CATALOG_URL),
  log,
}
const auth = client('auth', config.AUTH_URL)
const customerData = createCustomerData({
  service: 'fulfilment',
  holdings: holdings(deps),
  connection,
  broker,
  auth,
  log,
  queuePrefix,
})
const audit = createAuditTrail({ service: 'fulfilment', connection, log })
const app = createApp(deps, {
  publicUrl: config.PUBLIC_URL,
  sessionPublicKey: config.SESSION_PUBLIC_KEY,
  servicePublicKeys: config.SERVICE_PUBLIC_KEYS,
  adminCheck: createAdminCheck(auth),
  audit,
  deadLetters: deadLetterRoutes({ service: 'fulfilment', broker, queuePrefix, log }),
  isReady,
})

const looking = {
  connection,
  log,
  settleMs: config.RECONCILE_AFTER_MS,
  everyMs: config.RECONCILE_EVERY_MS,
}
const orders = createReconciliation({
  ...looking,
  name: 'paid orders',
  kinds: orderKinds,
  source: client('order', config.ORDER_URL),
  path: '/internal/recent-events',
  compare: (told, heal) => findUntoldOrders(told, heal, deps),
})
const months = createReconciliation({
  ...looking,
  name: 'months of plans',
  kinds: planKinds,
  source: client('subscription', config.SUBSCRIPTION_URL),
  path: '/internal/recent-events',
  compare: (told, heal) => findUntoldMonths(told, heal, deps),
})

showParcels(deps)
await runService({
  service: 'fulfilment',
  base,
  config,
  app,
  handlers: handlers(deps, customerData),
  tasks: [relay, customerData, audit, orders, months],
})
