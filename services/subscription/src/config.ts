import { brokerConfig, reconciliationConfig, serviceConfig, serviceUrls } from '@prankpost/service-kit'

/** The environment of subscription. */
export const configSchema = serviceConfig
  .extend(brokerConfig.shape)
  .extend(reconciliationConfig.shape)
  .extend({
    /** Checks the admin password. */
    AUTH_URL: serviceUrls,
    /** Opens checkout sessions and cancels plans; queried for payments that no message reported. */
    PAYMENT_URL: serviceUrls,
  })
