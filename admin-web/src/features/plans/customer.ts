import type { Subscription } from '@prankpost/contracts/subscription'

/** The customer's full name; if it is missing, the specification's text. */
export const customerName = ({ firstName, lastName }: Subscription['user']) =>
  `${firstName ?? ''} ${lastName ?? ''}`.trim() || 'Not provided'
