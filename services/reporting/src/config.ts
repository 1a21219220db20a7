import { brokerConfig, serviceConfig, serviceUrls } from '@prankpost/service-kit'
import { z } from 'zod'

/** The environment of reporting. */
export const configSchema = serviceConfig.extend(brokerConfig.shape).extend({
  /** Checks operators. */
  AUTH_URL: serviceUrls,
  /** Read for the pranks that the funnel counts. */
  CATALOG_URL: serviceUrls,
  /** How often the figures of changed days are computed again. */
  REPORT_REFRESH_MS: z.coerce.number().int().min(100).default(2_000),
  /** Reports of steps in 10 minutes per address and replica; further ones are not counted. */
  FUNNEL_LIMIT: z.coerce.number().int().min(1).default(300),
})

const common = { MONGODB_URI: true, DATABASE_PREFIX: true, SERVICE_PRIVATE_KEY: true } as const

/** The environment of the command that rebuilds the figures. */
export const rebuildConfigSchema = serviceConfig.pick(common).extend({
  /** Queried for all paid orders. */
  ORDER_URL: serviceUrls,
  /** Queried for all past events of plans. */
  SUBSCRIPTION_URL: serviceUrls,
})
