import { brokerConfig, reconciliationConfig, serviceConfig, serviceUrls } from '@prankpost/service-kit'

/** The environment of subscription. */
export const configSchema = serviceConfig
  .extend(brokerConfig.shape)
  .extend(reconciliationConfig.shape)
  .extend({
    /** Asked whether an admin password is right. */
    AUTH_URL: serviceUrls,
    /** Asked for checkout sessions and cancellations, and for money that no message told of. */
    PAYMENT_URL: serviceUrls,
  })
