import { brokerConfig, reconciliationConfig, serviceConfig, serviceUrls } from '@prankpost/service-kit'
import { z } from 'zod'

/** The environment of subscription. */
export const configSchema = serviceConfig
  .extend(brokerConfig.shape)
  .extend(reconciliationConfig.shape)
  .extend({
    /** Checks operators. */
    AUTH_URL: serviceUrls,
    /** Opens checkout sessions and cancels plans; queried for payments that no message reported. */
    PAYMENT_URL: serviceUrls,
    /** Knows what a discount code does, and holds its uses; queried for settings and texts whose event was lost. */
    CATALOG_URL: serviceUrls,
    /** Knows whether a customer has paid before, for codes of first orders. */
    ORDER_URL: serviceUrls,
    /** Milliseconds between two rounds of the sweep that announces the next charge of plans. */
    RENEWAL_SWEEP_EVERY_MS: z.coerce.number().int().min(100).default(60_000),
  })
