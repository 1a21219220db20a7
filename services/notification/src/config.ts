import { brokerConfig, serviceConfig, serviceUrls } from '@prankpost/service-kit'
import { z } from 'zod'

/** The environment of notification. */
export const configSchema = serviceConfig.extend(brokerConfig.shape).extend({
  /** Address of auth, which provides addresses and links, and checks admin passwords. */
  AUTH_URL: serviceUrls,
  /** The mail server: `smtps://user:password@host:465`, or `smtp://...:587?requireTLS=true`. */
  SMTP_URL: z
    .url({
      protocol: /^smtps?$/,
      error: 'must be an address such as smtps://user:password@host:465',
      abort: true,
    })
    .refine(isPrivate, 'would send links in the open: use smtps:, or smtp: with ?requireTLS=true'),
  /** The sender of mails: `PrankPost <hello@example.com>`. */
  MAIL_FROM: z
    .string()
    .regex(/^[^\r\n]*[^\s<>@]+@[^\s<>@]+>?$/, 'must be an address, or a name and <address>'),
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
