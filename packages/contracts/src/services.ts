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
