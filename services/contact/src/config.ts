import { brokerConfig, serviceConfig, serviceUrls } from '@prankpost/service-kit'

/** The environment of contact. */
export const configSchema = serviceConfig.extend(brokerConfig.shape).extend({
  /** Where auth is asked whether an admin password is right. */
  AUTH_URL: serviceUrls,
})
