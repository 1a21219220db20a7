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
] as const

export type ServiceName = (typeof serviceNames)[number]
