import { brokerConfig, serviceConfig, serviceUrls } from '@prankpost/service-kit'
import { z } from 'zod'

/** The environment of catalog. */
export const configSchema = serviceConfig.extend(brokerConfig.shape).extend({
  /** Address of auth, which checks operators. */
  AUTH_URL: serviceUrls,
  /** At how many units left a mail notifies operators of a low stock, until they set another level. */
  LOW_STOCK_LEVEL: z.coerce.number().int().min(0).max(10_000).default(5),
  /** The defaults of settings that operators change: the same variables as those of fulfilment and consent. */
  LABEL_SENDER: z.string().trim().max(60).default('Parcel Services'),
  LABEL_RETURN_ADDRESS: z.string().trim().max(200).default(''),
  ADDRESS_CAP: z.coerce.number().int().min(1).default(8),
  ADDRESS_SENDER_CAP: z.coerce.number().int().min(1).default(6),
  /** Discount codes in 10 minutes per address that are not valid, before further ones are refused. */
  DISCOUNT_CHECK_LIMIT: z.coerce.number().int().min(1).default(30),
})
export type CatalogConfig = z.output<typeof configSchema>
