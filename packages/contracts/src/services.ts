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
  'notification',
] as const

export type ServiceName = (typeof serviceNames)[number]

/** What each service does, for the API documents. */
export const serviceDescriptions: Record<ServiceName, string> = {
  auth: 'Accounts, sessions, the admin password, and customers who want their data or go.',
  contact: 'Address books: the targets of a customer.',
  catalog: 'The pranks on sale.',
  order: 'Carts, prices, orders, and what became of them.',
  payment: "Stripe's word on whether something is paid.",
  subscription: 'Auto-Prank: plans of some random pranks a month.',
  fulfilment: 'Parcels: what is to be sent, and what was.',
  achievement: 'What a customer has achieved.',
  support: 'The contact form.',
  'subscription-logs': 'What happened to plans, for the operator.',
  notification: 'Mails to customers.',
}

/** The services with endpoints for signed-in customers, auth aside: each hears of sessions that ended. */
export const customerServices = [
  'contact',
  'order',
  'payment',
  'subscription',
  'achievement',
] as const satisfies ServiceName[]
export type CustomerService = (typeof customerServices)[number]

/** The services that read events, and so can have dead letters. */
export const readerServices = [
  'auth',
  'order',
  'subscription',
  'fulfilment',
  'achievement',
  'support',
  'subscription-logs',
  'contact',
  'payment',
  'notification',
] as const satisfies ServiceName[]
export type ReaderService = (typeof readerServices)[number]

/**
 * The services that keep an audit trail: those where the operator changes or takes out something. With each
 * reader that is the replay of its dead letters at least.
 */
export const auditedServices = [...readerServices] as const satisfies ServiceName[]
export type AuditedService = (typeof auditedServices)[number]
