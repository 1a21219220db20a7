import type { ServiceName } from '@prankpost/contracts'

/** What each service is there for. */
export const serviceWords: Record<ServiceName, string> = {
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
