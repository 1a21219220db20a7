import { events } from '@prankpost/contracts/events'

/*
 * The map of PrankPost: what each service does, which services it calls, what else it needs, and what runs next to it.
 *
 * The local stack builds the environment of each process from this file. `npm run generate` derives from it the list of
 * services in `packages/contracts` and the Kubernetes manifests of services. `test/deploy/system.test.ts` compares the
 * rest with it: the services' folders, configurations and internal routes, docker-compose.yml, Prometheus' targets.
 */

interface Service<Name extends string> {
  /** One sentence; the API documents show it, too. */
  does: string
  /** The services that it calls over internal HTTP. It gets the addresses of these services only. */
  calls: readonly Name[]
  /** It has endpoints for signed-in customers, so it reads the events of ended sessions. */
  customers?: true
  /** Its section in a customer's data export, with the title in mails. A deleted account erases the same data. */
  exports?: { section: string; title: string }
  /** Settings that no other service gets. */
  needs?: readonly string[]
  /** The system of others that it uses. */
  reaches?: keyof typeof outside
}

/** The systems of others, and the ports that are used there. */
export const outside = { stripe: [443], usps: [443], 'mail server': [465, 587] } as const

/** Every service by the name of its folder. Each has its own database (`databaseOf`) and queues (`queuesOf`). */
export const services = define({
  auth: {
    does: 'Accounts, operators, sessions, data exports and account deletion.',
    // The records of a customer, for operators; catalog for the versions of the texts that customers agree to.
    calls: ['catalog', 'order', 'subscription', 'support', 'notification'],
    needs: ['SESSION_PRIVATE_KEY', 'ADMIN_PASSWORD', 'ADMIN_SHARED_PASSWORD'],
  },
  contact: {
    does: 'Address books: the targets of a customer; checks addresses, at USPS if that is configured.',
    calls: ['auth', 'consent'],
    customers: true,
    exports: { section: 'targets', title: 'Address book' },
    needs: ['USPS_CLIENT_ID', 'USPS_CLIENT_SECRET', 'USPS_URL'],
    reaches: 'usps',
  },
  catalog: {
    does: 'The pranks on sale, their pictures and their stock; discount codes.',
    calls: ['auth'],
  },
  order: {
    does: 'Carts, prices, orders and their status.',
    calls: ['auth', 'contact', 'catalog', 'payment', 'subscription', 'consent'],
    customers: true,
    exports: { section: 'orders', title: 'Orders' },
  },
  payment: {
    does: 'Payments: checkout sessions, webhooks and reconciliation with Stripe.',
    calls: ['auth'],
    customers: true,
    exports: { section: 'payments', title: 'Payments' },
    needs: ['STRIPE_SECRET_KEY', 'STRIPE_WEBHOOK_SECRET'],
    reaches: 'stripe',
  },
  subscription: {
    does: 'Auto-Prank plans: one to five random pranks a month.',
    calls: ['auth', 'catalog', 'order', 'payment'],
    customers: true,
    exports: { section: 'plans', title: 'Plans' },
  },
  fulfilment: {
    does: 'Parcels: those that are due and those that were shipped.',
    calls: ['auth', 'contact', 'catalog', 'order', 'payment', 'subscription', 'consent'],
    customers: true,
    exports: { section: 'shipments', title: 'Shipping' },
  },
  achievement: {
    does: 'Achievements: the progress of each customer.',
    calls: ['auth'],
    customers: true,
    exports: { section: 'achievements', title: 'Achievements' },
  },
  support: {
    does: 'The contact form.',
    calls: ['auth'],
    exports: { section: 'messages', title: 'Support' },
  },
  'subscription-logs': {
    does: 'The log of plan changes, for the operator.',
    // auth to check operators; the others only for the command that rebuilds the log.
    calls: ['auth', 'subscription', 'fulfilment', 'order'],
    exports: { section: 'planLog', title: 'Log of plans' },
  },
  reporting: {
    does: 'Figures of each day for reports and charts; the funnel of the store.',
    // auth to check operators, catalog for the pranks that the funnel counts; the others only for the command that rebuilds
    // the figures.
    calls: ['auth', 'catalog', 'order', 'subscription'],
  },
  consent: {
    does: "Addresses that get no parcels, how many parcels an address may get, and recipients' reports.",
    // catalog for the caps that operators set and the contents of pranks, fulfilment for the codes on slips, order for reveals
    // and reactions, auth also for a sender.
    calls: ['auth', 'catalog', 'fulfilment', 'order'],
    needs: ['ADDRESS_KEY'],
  },
  notification: {
    does: 'Mails to customers and to the operator.',
    // All but auth also for the figures of the digest; catalog for the shop's settings.
    calls: ['auth', 'catalog', 'order', 'fulfilment', 'support', 'consent'],
    exports: { section: 'mails', title: 'Mails' },
    needs: ['SMTP_URL', 'MAIL_FROM', 'OPERATOR_EMAIL'],
    reaches: 'mail server',
  },
})

/** The other processes. On a developer's machine, `setting` changes the port. */
export const others = {
  gateway: {
    does: 'The only entry point: the store, the admin, and /api of every service that has endpoints.',
    ...{ port: 8080, setting: 'GATEWAY_PORT', metricsPort: 9100 },
  },
  'stripe-sandbox': {
    does: 'Replaces Stripe where there is no Stripe account; has a database of its own.',
    ...{ port: 8090, setting: 'STRIPE_SANDBOX_PORT' },
  },
  'mail-catcher': {
    does: 'Replaces the mail server: shows the mails that notification sends.',
    ...{ port: 8025, setting: 'MAIL_CATCHER_PORT', smtpPort: 1025 },
  },
  web: { does: 'Vite for the store, in `npm run dev`.', port: 5173, setting: 'DEV_WEB_PORT' },
  mongo: { does: 'MongoDB: a database and a user for each service.', port: 27017 },
  rabbitmq: {
    does: 'RabbitMQ: a user for each service, and a queue for each reader of each event.',
    ...{ port: 5672, managementPort: 15672 },
  },
} as const

/** The HTTP port of our processes in containers. `npm start` uses free ports for services. */
export const containerPort = 3000

export type ServiceName = keyof typeof services
export const serviceNames = Object.keys(services) as ServiceName[]

/** The services that call this service. */
export const callersOf = (callee: ServiceName) =>
  serviceNames.filter((name) => services[name].calls.includes(callee))

/** The queues of a service: one for each event that it reads (packages/contracts/src/events.ts). */
export const queuesOf = (name: ServiceName) =>
  Object.entries(events)
    .filter(([, { readers }]) => (readers as readonly string[]).includes(name))
    .map(([event]) => `${name}.${event}`)

/** The database of a service or of the Stripe sandbox. */
export const databaseOf = (name: string, prefix = 'prankpost') => `${prefix}_${name.replaceAll('-', '_')}`

/** The name of a service in the names of settings: `subscription-logs` -> `SUBSCRIPTION_LOGS`. */
export const variableOf = (name: string) => name.toUpperCase().replaceAll('-', '_')

function define<Name extends string>(map: Record<Name, Service<NoInfer<Name>>>) {
  return map
}
