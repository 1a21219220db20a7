import { createPrivateKey, createPublicKey } from 'node:crypto'
import { brokerConfig, pemKey, serviceConfig, serviceUrls } from '@prankpost/service-kit'
import { z } from 'zod'

const limit = (fallback: number) => z.coerce.number().int().min(1).default(fallback)

/** The environment of auth. */
export const configSchema = serviceConfig
  .extend(brokerConfig.shape)
  .extend({
    /** Queried for the records of one customer, when an operator opens the customer. */
    ORDER_URL: serviceUrls,
    SUBSCRIPTION_URL: serviceUrls,
    SUPPORT_URL: serviceUrls,
    NOTIFICATION_URL: serviceUrls,
    /** Asked for the versions of the texts that customers agree to. */
    CATALOG_URL: serviceUrls,
    /** Private half of the key that sessions are signed with (ES256, PKCS#8); no other service has it. */
    SESSION_PRIVATE_KEY: pemKey,
    /** The password that operators share; without it only named operators get in. Spaces around it are ignored. */
    ADMIN_PASSWORD: z
      .string()
      .trim()
      .min(8, 'must have at least 8 characters')
      .max(200)
      .optional()
      .or(z.literal('').transform(() => undefined)),
    /** `off`: the shared password is not accepted. */
    ADMIN_SHARED_PASSWORD: z.enum(['on', 'off']).default('on'),
    /** Failed sign-ins in 15 minutes, per account and per address, before they are refused. */
    LOGIN_FAILURE_LIMIT: limit(20),
    /** Sign-ins and other password attempts, right or wrong, in 15 minutes, per account and per address. */
    LOGIN_LIMIT: limit(100),
    /** How many password hashes of one address may wait, and how long the last hash in the queue may wait. */
    HASH_WAITING_LIMIT: limit(3),
    HASH_QUEUE_MS: limit(2_000),
    /** Wrong admin passwords in 15 minutes over all addresses, before only recently successful addresses may try. */
    ADMIN_FAILURE_LIMIT: limit(200),
    /** Registrations in 10 minutes per address, and attempts with one e-mail address. */
    REGISTRATION_LIMIT: limit(30),
    REGISTRATION_EMAIL_LIMIT: limit(10),
    /** Mails with a link per hour to one account, for each purpose. */
    MAIL_LIMIT: limit(5),
    /** Requests for a password link per hour and address, and attempts to set a new password. */
    FORGOT_PASSWORD_LIMIT: limit(20),
    RESET_PASSWORD_LIMIT: limit(20),
    /** Data exports per day and customer. */
    DATA_EXPORT_LIMIT: limit(5),
  })
  .superRefine((config, context) => {
    const message = 'must be the P-256 key whose public half is SESSION_PUBLIC_KEY'
    const isPair = matches(config.SESSION_PRIVATE_KEY, config.SESSION_PUBLIC_KEY)
    if (!isPair) context.addIssue({ code: 'custom', path: ['SESSION_PRIVATE_KEY'], message })
  })

export type AuthConfig = z.output<typeof configSchema>

function matches(privatePem: string, publicPem: string): boolean {
  try {
    const own = createPublicKey(createPrivateKey(privatePem))
    const isP256 = own.asymmetricKeyDetails?.namedCurve === 'prime256v1'
    return isP256 && own.equals(createPublicKey(publicPem))
  } catch {
    return false
  }
}
