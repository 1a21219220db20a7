import { productName } from '@prankpost/contracts'
import { brokerConfig, serviceConfig, serviceUrls } from '@prankpost/service-kit'
import { z } from 'zod'

/** The environment of notification. */
export const configSchema = serviceConfig.extend(brokerConfig.shape).extend({
  /** Address of auth, which provides addresses, links and preferences, and checks operators. */
  AUTH_URL: serviceUrls,
  /** Address of order, which provides what mails say about orders. */
  ORDER_URL: serviceUrls,
  /** Address of support, which provides the address of a message's sender. */
  SUPPORT_URL: serviceUrls,
  /** Address of fulfilment, which counts parcels for the digest. */
  FULFILMENT_URL: serviceUrls,
  /** Address of catalog, which provides the shop's settings, and what is low in stock for the digest. */
  CATALOG_URL: serviceUrls,
  /** Address of consent, which provides the codes of do-not-prank requests. */
  CONSENT_URL: serviceUrls,
  /** The mail server: `smtps://user:password@host:465`, or `smtp://...:587?requireTLS=true`. */
  SMTP_URL: z
    .url({
      protocol: /^smtps?$/,
      error: 'must be an address such as smtps://user:password@host:465',
      abort: true,
    })
    .refine(isPrivate, 'would send links in the open: use smtps:, or smtp: with ?requireTLS=true'),
  /** The sender of mails: `Order Desk <hello@example.com>`. */
  MAIL_FROM: z
    .string()
    .regex(/^[^\r\n]*[^\s<>@]+@[^\s<>@]+>?$/, {
      error: 'must be an address, or a name and <address>',
      abort: true,
    })
    .refine(isDiscreet, 'would show in the inbox what the shop sells: use a name such as Order Desk <...>'),
  /** Where mails to the operator go; empty for none. */
  OPERATOR_EMAIL: z.union([z.email('must be an e-mail address'), z.literal('')]).default(''),
  /** The hour (UTC, 0 to 23) at which the operator gets the digest of each day; `off` for none. */
  DIGEST_AT: z
    .union([z.literal('off'), z.coerce.number().int().min(0).max(23)], {
      error: 'must be an hour from 0 to 23, or off',
    })
    .default(12),
})

/**
 * Links in mails give access to accounts, so an unencrypted connection is allowed only to this machine or to a host
 * name without a dot.
 */
function isPrivate(address: string): boolean {
  const { protocol, hostname, searchParams } = new URL(address)
  const isLocal = hostname === '127.0.0.1' || hostname === '[::1]' || !hostname.includes('.')
  return protocol === 'smtps:' || searchParams.get('requireTLS') === 'true' || isLocal
}

/**
 * A person who glances at the customer's inbox must not learn about a prank. Mail programs show the name of the sender,
 * or its address when there is no name.
 */
function isDiscreet(sender: string): boolean {
  const name = sender.replace(/<[^<>]*>$/, '').trim()
  const shown = (name === '' ? sender : name).toLowerCase()
  return !shown.includes('prank') && !shown.includes(productName.toLowerCase())
}
