import { brokerConfig, serviceConfig, serviceUrls } from '@prankpost/service-kit'
import { z } from 'zod'

/** The environment of the payment service. */
export const configSchema = serviceConfig.extend(brokerConfig.shape).extend({
  /** Asked whether an admin password is right. */
  AUTH_URL: serviceUrls,
  /** Stripe's secret key; any `sk_test_...` for the sandbox. */
  STRIPE_SECRET_KEY: z.string().min(8),
  /** Signs Stripe's webhooks; from the dashboard's webhook endpoint. */
  STRIPE_WEBHOOK_SECRET: z.string().min(8),
  /** Another place that speaks Stripe's API, such as the sandbox; left out for Stripe itself. */
  STRIPE_API_BASE: z.url().optional(),
  /** How long after it was made a session that nobody reported is first asked about, in milliseconds. */
  SESSION_SWEEP_AFTER_MS: z.coerce.number().int().min(100).default(20_000),
  /**
   * How many of those sessions a process asks about in a second, at most. Stripe's limits are for the whole account:
   * 100 calls a second in live mode, 25 in test mode, and 25 of one kind unless they raise it. Webhooks and the success
   * page read sessions, too.
   */
  SESSION_SWEEP_READS_PER_SECOND: z.coerce.number().int().min(1).default(10),
  /**
   * How often Stripe's events are read for those that no webhook told of, in milliseconds. A lost webhook
   * is made good after one to one and a half times as long.
   */
  EVENT_SWEEP_EVERY_MS: z.coerce.number().int().min(100).default(60_000),
  /** Payment pages that one customer may have open at the same time, of orders and plans together. */
  OPEN_SESSION_LIMIT: z.coerce.number().int().min(1).default(10),
})

/** The environment of the command that looks for money after a restore. */
export const restoredMoneyConfigSchema = configSchema.pick({
  MONGODB_URI: true,
  DATABASE_PREFIX: true,
  STRIPE_SECRET_KEY: true,
  STRIPE_API_BASE: true,
})
