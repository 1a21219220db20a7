import { brokerConfig, serviceConfig, serviceUrls } from '@prankpost/service-kit'
import { z } from 'zod'

/** The environment of catalog. */
export const configSchema = serviceConfig.extend(brokerConfig.shape).extend({
  /** Address of auth, which checks operators. */
  AUTH_URL: serviceUrls,
  /** At how many units left a mail tells operators that a stock is low. */
  LOW_STOCK_LEVEL: z.coerce.number().int().min(0).max(10_000).default(5),
  /** Discount codes in 10 minutes per address that are not valid, before further ones are refused. */
  DISCOUNT_CHECK_LIMIT: z.coerce.number().int().min(1).default(30),
})
