import type { Handlers } from '@prankpost/messaging'
import type { CustomerData } from '@prankpost/service-kit'

/** The message map of support: customers who want their data or go. */
export const handlers = (customerData: CustomerData<'support'>): Handlers<'support'> => customerData.guard({})
