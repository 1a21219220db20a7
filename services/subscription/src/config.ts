import { brokerConfig, serviceConfig, serviceUrls } from '@prankpost/service-kit'

/** The environment of subscription. */
export const configSchema = serviceConfig.extend(brokerConfig.shape).extend({
  /** Asked whether an admin password is right. */
  AUTH_URL: serviceUrls,
  /** Asked for checkout sessions and cancellations. */
  PAYMENT_URL: serviceUrls,
})
