import { brokerConfig, serviceConfig, serviceUrls } from '@prankpost/service-kit'
import { z } from 'zod'

/** The environment of contact. */
export const configSchema = serviceConfig
  .extend(brokerConfig.shape)
  .extend({
    /** Address of auth, which checks operators. */
    AUTH_URL: serviceUrls,
    /** Address of consent, which says to which targets a plan may send parcels. */
    CONSENT_URL: serviceUrls,
    /** The consumer key and secret of an application in USPS' developer portal. Empty: addresses are not checked there. */
    USPS_CLIENT_ID: z.string().default(''),
    USPS_CLIENT_SECRET: z.string().default(''),
    /** The origin of USPS' API, or of another server with it, such as USPS' test environment. */
    USPS_URL: z.preprocess(
      (url) => url || undefined,
      z
        .url({ error: 'must be an address such as https://apis.usps.com', abort: true })
        .refine((url) => url.replace(/\/$/, '') === new URL(url).origin, 'must be an origin, without a path')
        .refine(isPrivate, 'would send addresses in the open: use https:')
        .default('https://apis.usps.com'),
    ),
  })
  .refine(({ USPS_CLIENT_ID, USPS_CLIENT_SECRET }) => !USPS_CLIENT_ID === !USPS_CLIENT_SECRET, {
    path: ['USPS_CLIENT_SECRET'],
    error: 'must be set together with USPS_CLIENT_ID',
  })

/** An unencrypted connection is allowed only to this machine or to a host name without a dot. */
function isPrivate(address: string): boolean {
  const { protocol, hostname } = new URL(address)
  return (
    protocol === 'https:' || hostname === '127.0.0.1' || hostname === '[::1]' || /^[\w-]+$/.test(hostname)
  )
}
