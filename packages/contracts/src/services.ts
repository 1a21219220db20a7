// Generated from system.ts by `npm run generate`: do not edit.

/** Every service by the name of its folder, its database, its queues and its events. */
export const serviceNames = [
  'auth',
  'contact',
  'catalog',
  'order',
  'payment',
  'subscription',
  'fulfilment',
  'achievement',
  'support',
  'subscription-logs',
  'reporting',
  'consent',
  'notification',
] as const

export type ServiceName = (typeof serviceNames)[number]

/** What each service does, for the API documents. */
export const serviceDescriptions: Record<ServiceName, string> = {
  auth: 'Accounts, operators, sessions, data exports and account deletion.',
  contact: 'Address books: the targets of a customer; checks addresses, at USPS if that is configured.',
  catalog: 'The pranks on sale, their pictures and their stock; discount codes.',
  order: 'Carts, prices, orders and their status.',
  payment: 'Payments: checkout sessions, webhooks and reconciliation with Stripe.',
  subscription: 'Auto-Prank plans: one to five random pranks a month.',
  fulfilment: 'Parcels: those that are due and those that were shipped.',
  achievement: 'Achievements: the progress of each customer.',
  support: 'The contact form.',
  'subscription-logs': 'The log of plan changes, for the operator.',
  reporting: 'Figures of each day for reports and charts; the funnel of the store.',
  consent: "Addresses that get no parcels, how many parcels an address may get, and recipients' reports.",
  notification: 'Mails to customers and to the operator.',
}

/** The services with endpoints for signed-in customers, without auth: each reads the events of ended sessions. */
export const customerServices = [
  'contact',
  'order',
  'payment',
  'subscription',
  'fulfilment',
  'achievement',
] as const satisfies ServiceName[]
export type CustomerService = (typeof customerServices)[number]

/** What a customer's file calls the part of each service, in the order of the file. */
export const exportSections = {
  contact: 'targets',
  order: 'orders',
  payment: 'payments',
  subscription: 'plans',
  fulfilment: 'shipments',
  achievement: 'achievements',
  support: 'messages',
  'subscription-logs': 'planLog',
  notification: 'mails',
} as const satisfies Partial<Record<ServiceName, string>>

/** The titles of these parts in mails. */
export const exportTitles: Record<string, string> = {
  targets: 'Address book',
  orders: 'Orders',
  payments: 'Payments',
  plans: 'Plans',
  shipments: 'Shipping',
  achievements: 'Achievements',
  messages: 'Support',
  planLog: 'Log of plans',
  mails: 'Mails',
}

/** The services that hold data of customers, without auth: each exports and erases its part when auth requests it. */
export type CustomerDataService = keyof typeof exportSections
export const customerDataServices = Object.keys(exportSections) as readonly CustomerDataService[]
