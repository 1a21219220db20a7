import { createOutbox, createRelay } from '@prankpost/messaging'
import {
  connectService,
  createAdminCheck,
  createInternalClient,
  deadLetterRoutes,
  loadConfig,
  runService,
} from '@prankpost/service-kit'
import { createApp } from './app.ts'
import { configSchema } from './config.ts'
import type { Deps } from './deps.ts'
import { handlers } from './events.ts'
import { createOrderModel } from './order.model.ts'
import { createPriceModel } from './price.model.ts'
import { loadPrices } from './use-cases/load-prices.ts'

const config = loadConfig(configSchema)
const base = await connectService('order', config)
const { connection, broker, log, isReady } = base
const queuePrefix = config.QUEUE_PREFIX

const client = (to: 'auth' | 'contact' | 'catalog' | 'payment', urls: string[], timeoutMs?: number) =>
  createInternalClient({ from: 'order', to, urls, secret: config.SERVICE_TOKEN_SECRET, timeoutMs })

const orders = createOrderModel(connection)
const relay = createRelay({ service: 'order', model: orders, broker, log, queuePrefix })
const deps: Deps = {
  orders,
  prices: createPriceModel(connection),
  outbox: createOutbox(orders, relay.nudge),
  contact: client('contact', config.CONTACT_URL),
  catalog: client('catalog', config.CATALOG_URL),
  // Payment itself waits for Stripe.
  payment: client('payment', config.PAYMENT_URL, 25_000),
  log,
}
const app = createApp(deps, {
  publicUrl: config.PUBLIC_URL,
  sessionPublicKey: config.SESSION_PUBLIC_KEY,
  adminCheck: createAdminCheck(client('auth', config.AUTH_URL)),
  deadLetters: deadLetterRoutes({ service: 'order', broker, queuePrefix, log }),
  isReady,
})

await runService({ service: 'order', base, config, app, handlers: handlers(deps), tasks: [relay] })
void loadPrices(deps)
