import { brokerConfig, forgettingConfig, serviceConfig, serviceUrls } from '@prankpost/service-kit'

/** The environment of subscription-logs. */
export const configSchema = serviceConfig.extend(brokerConfig.shape).extend(forgettingConfig.shape).extend({
  /** Checks operators. */
  AUTH_URL: serviceUrls,
})

const common = { MONGODB_URI: true, DATABASE_PREFIX: true, SERVICE_PRIVATE_KEY: true } as const

/** The environment of the command that rebuilds the log. */
export const rebuildConfigSchema = serviceConfig.pick(common).extend({
  /** Queried for all past events of plans. */
  SUBSCRIPTION_URL: serviceUrls,
  /** Queried for all shipped parcels. */
  FULFILMENT_URL: serviceUrls,
  /** Queried for the one-time orders of subscribers. */
  ORDER_URL: serviceUrls,
})
