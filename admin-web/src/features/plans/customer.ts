import type { Subscription } from '@prankpost/contracts/subscription'

/** The customer's full name, or the specification's words where there is none. */
export const customerName = ({ firstName, lastName }: Subscription['user']) =>
  `${firstName ?? ''} ${lastName ?? ''}`.trim() || 'Not provided'
