import { brokerConfig, serviceConfig, serviceUrls } from '@prankpost/service-kit'

/** The environment of achievement. */
export const configSchema = serviceConfig.extend(brokerConfig.shape).extend({
  /** Address of auth, which checks operators. */
  AUTH_URL: serviceUrls,
})
