import { brokerConfig, reconciliationConfig, serviceConfig, serviceUrls } from '@prankpost/service-kit'

/** The environment of the order service. */
export const configSchema = serviceConfig
  .extend(brokerConfig.shape)
  .extend(reconciliationConfig.shape)
  .extend({
    /** Asked whether an admin password is right, and whether a customer's e-mail address is verified. */
    AUTH_URL: serviceUrls,
    /** Asked for the targets that items name. */
    CONTACT_URL: serviceUrls,
    /** Asked for all prices once at start; later changes come as events. */
    CATALOG_URL: serviceUrls,
    /** Asked for checkout sessions, and for payments that no message told of. */
    PAYMENT_URL: serviceUrls,
    /** Asked for paid months that no message told of. */
    SUBSCRIPTION_URL: serviceUrls,
  })
