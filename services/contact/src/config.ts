import { brokerConfig, serviceConfig, serviceUrls } from '@prankpost/service-kit'

/** The environment of contact. */
export const configSchema = serviceConfig.extend(brokerConfig.shape).extend({
  /** Address of auth, which checks admin passwords. */
  AUTH_URL: serviceUrls,
})
