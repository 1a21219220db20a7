import { brokerConfig, reconciliationConfig, serviceConfig, serviceUrls } from '@prankpost/service-kit'

/** The environment of fulfilment. */
export const configSchema = serviceConfig
  .extend(brokerConfig.shape)
  .extend(reconciliationConfig.shape)
  .extend({
    /** Asked whether an admin password is right. */
    AUTH_URL: serviceUrls,
    /** Asked for the target that a plan's parcel goes to. */
    CONTACT_URL: serviceUrls,
    /** Asked for the prank that a plan's parcel holds. */
    CATALOG_URL: serviceUrls,
    /** Asked for paid orders, and for paid months and ended plans, that no message told of. */
    ORDER_URL: serviceUrls,
    SUBSCRIPTION_URL: serviceUrls,
  })
