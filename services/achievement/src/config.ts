import { brokerConfig, serviceConfig, serviceUrls } from '@prankpost/service-kit'

/** The environment of achievement. */
export const configSchema = serviceConfig.extend(brokerConfig.shape).extend({
  /** Asked whether an admin password is right. */
  AUTH_URL: serviceUrls,
})
