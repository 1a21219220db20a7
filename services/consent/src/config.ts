import { brokerConfig, serviceConfig, serviceUrls } from '@prankpost/service-kit'
import { z } from 'zod'

/** The environment of consent. */
export const configSchema = serviceConfig.extend(brokerConfig.shape).extend({
  /** Address of auth, which checks operators. */
  AUTH_URL: serviceUrls,
  /** Address of catalog, which owns the settings of the shop. */
  CATALOG_URL: serviceUrls,
  /** Address of fulfilment, which knows where the parcel with a slip's code went. */
  FULFILMENT_URL: serviceUrls,
  /** Address of order, which knows what the sender of a parcel chose to show. */
  ORDER_URL: serviceUrls,
  /** The key of the digests of addresses. With another key the service refuses to start: no entry of the list would match. */
  ADDRESS_KEY: z.string().min(16),
  /**
   * Parcels to one address in 30 days, over all senders and from one sender, unless an operator sets others. From a
   * million on there is no cap.
   */
  ADDRESS_CAP: z.coerce.number().int().min(1).default(8),
  ADDRESS_SENDER_CAP: z.coerce.number().int().min(1).default(6),
  /** Requests in 10 minutes per network address, and mails in 10 minutes per e-mail address; codes have the first limit, too. */
  DO_NOT_PRANK_LIMIT: z.coerce.number().int().min(1).default(10),
  DO_NOT_PRANK_EMAIL_LIMIT: z.coerce.number().int().min(1).default(5),
  /** Targets to which one customer may order in vain in an hour, so that carts do not find out the do-not-prank list. */
  REFUSED_TARGET_LIMIT: z.coerce.number().int().min(1).default(100),
})
