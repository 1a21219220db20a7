import { brokerConfig, reconciliationConfig, serviceConfig, serviceUrls } from '@prankpost/service-kit'
import { z } from 'zod'

/** The environment of the order service. */
export const configSchema = serviceConfig
  .extend(brokerConfig.shape)
  .extend(reconciliationConfig.shape)
  .extend({
    /** Asked whether an admin password is right, and whether a customer's e-mail address is verified. */
    AUTH_URL: serviceUrls,
    /** Asked for the targets that items name. */
    CONTACT_URL: serviceUrls,
    /** Asked for all prices at start, until it answers; later changes come as events. */
    CATALOG_URL: serviceUrls,
    /** Asked for checkout sessions, and for payments that no message told of. */
    PAYMENT_URL: serviceUrls,
    /** Asked for paid months that no message told of. */
    SUBSCRIPTION_URL: serviceUrls,
    /** Orders that one customer may place in an hour without paying them. */
    UNPAID_ORDER_LIMIT: z.coerce.number().int().min(1).default(20),
    /** How often orders that were not paid within 7 days are looked for and removed, in milliseconds. */
    UNPAID_SWEEP_EVERY_MS: z.coerce.number().int().min(100).default(60_000),
  })
