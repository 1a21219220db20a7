import {
  brokerConfig,
  forgettingConfig,
  reconciliationConfig,
  serviceConfig,
  serviceUrls,
} from '@prankpost/service-kit'
import { z } from 'zod'

/** The environment of fulfilment. */
export const configSchema = serviceConfig
  .extend(brokerConfig.shape)
  .extend(reconciliationConfig.shape)
  .extend(forgettingConfig.shape)
  .extend({
    /** Address of auth, which checks operators. */
    AUTH_URL: serviceUrls,
    /** Address of contact, which provides the target of a plan's parcel. */
    CONTACT_URL: serviceUrls,
    /** Address of catalog, which provides the prank of a plan's parcel. */
    CATALOG_URL: serviceUrls,
    /** Address of consent, which is asked before a parcel of a plan is printed or shipped. */
    CONSENT_URL: serviceUrls,
    /**
     * Addresses of order and subscription, which are queried for paid orders, corrected parcels, paid months and ended
     * plans whose event was lost. Order also decides whether an order may be packed.
     */
    ORDER_URL: serviceUrls,
    SUBSCRIPTION_URL: serviceUrls,
    /** Address of payment, which is queried for disputes whose event was lost. */
    PAYMENT_URL: serviceUrls,
    /** The neutral sender on labels. It must not say what is inside. */
    LABEL_SENDER: z.string().trim().max(60).default('Parcel Services'),
    /** Where parcels that cannot be delivered come back to; lines are separated by `|`. Without it none is printed. */
    LABEL_RETURN_ADDRESS: z.string().trim().max(200).default(''),
  })
