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
import { createShipmentModel } from './shipment.model.ts'

const config = loadConfig(configSchema)
const base = await connectService('fulfilment', config)
const { connection, broker, log, isReady } = base
const queuePrefix = config.QUEUE_PREFIX

const client = (to: 'auth' | 'contact' | 'catalog', urls: string[]) =>
  createInternalClient({ from: 'fulfilment', to, urls, secret: config.SERVICE_TOKEN_SECRET })

const shipments = createShipmentModel(connection)
const relay = createRelay({ service: 'fulfilment', model: shipments, broker, log, queuePrefix })
const deps: Deps = {
  shipments,
  outbox: createOutbox(shipments, relay.nudge),
  contact: client('contact', config.CONTACT_URL),
  catalog: client('catalog', config.CATALOG_URL),
  log,
}
const app = createApp(deps, {
  publicUrl: config.PUBLIC_URL,
  sessionPublicKey: config.SESSION_PUBLIC_KEY,
  serviceTokenSecret: config.SERVICE_TOKEN_SECRET,
  adminCheck: createAdminCheck(client('auth', config.AUTH_URL)),
  deadLetters: deadLetterRoutes({ service: 'fulfilment', broker, queuePrefix, log }),
  isReady,
})

await runService({ service: 'fulfilment', base, config, app, handlers: handlers(deps), tasks: [relay] })
