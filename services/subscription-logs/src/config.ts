import { brokerConfig, serviceConfig, serviceUrls } from '@prankpost/service-kit'

/** The environment of subscription-logs. */
export const configSchema = serviceConfig.extend(brokerConfig.shape).extend({
  /** Asked whether an admin password is right. */
  AUTH_URL: serviceUrls,
})

const common = { MONGODB_URI: true, DATABASE_PREFIX: true, SERVICE_PRIVATE_KEY: true } as const

/** The environment of the command that builds the log again. */
export const rebuildConfigSchema = serviceConfig.pick(common).extend({
  /** Asked for all that was ever told of plans. */
  SUBSCRIPTION_URL: serviceUrls,
  /** Asked for all parcels that ever left. */
  FULFILMENT_URL: serviceUrls,
  /** Asked for the one-time orders of subscribers. */
  ORDER_URL: serviceUrls,
})
