import {
  brokerConfig,
  forgettingConfig,
  reconciliationConfig,
  serviceConfig,
  serviceUrls,
} from '@prankpost/service-kit'
import { z } from 'zod'

/** The environment of the order service. */
export const configSchema = serviceConfig
  .extend(brokerConfig.shape)
  .extend(reconciliationConfig.shape)
  .extend(forgettingConfig.shape)
  .extend({
    /** Checks operators, and whether a customer's e-mail address is verified. */
    AUTH_URL: serviceUrls,
    /** Returns the targets that items refer to. */
    CONTACT_URL: serviceUrls,
    /**
     * Queried for all prices at start, until it answers; later changes arrive as events. Knows discount codes, and reserves
     * stock and their uses.
     */
    CATALOG_URL: serviceUrls,
    /** Asked before parcels are created. */
    CONSENT_URL: serviceUrls,
    /** Opens checkout sessions; queried for payments that no message reported. */
    PAYMENT_URL: serviceUrls,
    /** Queried for paid months that no message reported. */
    SUBSCRIPTION_URL: serviceUrls,
    /** The ZIP code that parcels are sent from: with it the days in transit are computed. */
    SHIP_FROM_ZIP: z
      .string()
      .regex(/^\d{5}$/)
      .default('97701'),
    /** How many unpaid orders one customer may place in an hour. */
    UNPAID_ORDER_LIMIT: z.coerce.number().int().min(1).default(20),
    /** How often orders that were not paid within 7 days are removed, in milliseconds. */
    UNPAID_SWEEP_EVERY_MS: z.coerce.number().int().min(100).default(60_000),
  })
