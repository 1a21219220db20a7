import { brokerConfig, serviceConfig, serviceUrls } from '@prankpost/service-kit'

/** The environment of the order service. */
export const configSchema = serviceConfig.extend(brokerConfig.shape).extend({
  /** Asked whether an admin password is right. */
  AUTH_URL: serviceUrls,
  /** Asked for the targets that items name. */
  CONTACT_URL: serviceUrls,
  /** Asked for all prices once at start; later changes come as events. */
  CATALOG_URL: serviceUrls,
  /** Asked for checkout sessions. */
  PAYMENT_URL: serviceUrls,
})
