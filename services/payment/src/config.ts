import { brokerConfig, serviceConfig, serviceUrls } from '@prankpost/service-kit'
import { z } from 'zod'

/** The environment of the payment service. */
export const configSchema = serviceConfig.extend(brokerConfig.shape).extend({
  /** Checks operators. */
  AUTH_URL: serviceUrls,
  /** Stripe's secret key; for the sandbox, any `sk_test_...` key. */
  STRIPE_SECRET_KEY: z.string().min(8),
  /** The signing secret of Stripe's webhooks, from the webhook endpoint in Stripe's dashboard. */
  STRIPE_WEBHOOK_SECRET: z.string().min(8),
  /** The URL of another server with Stripe's API, such as the sandbox. Not set for Stripe itself. */
  STRIPE_API_BASE: z.url().optional(),
  /** How long after its creation an unreported session is first checked at Stripe, in milliseconds. */
  SESSION_SWEEP_AFTER_MS: z.coerce.number().int().min(100).default(20_000),
  /**
   * How many of those sessions a process reads from Stripe per second, at most. Stripe's limits apply to the whole
   * account: 100 calls a second in live mode, 25 in test mode, and 25 of one kind unless Stripe raises it. Webhooks and
   * the success page also read sessions.
   */
  SESSION_SWEEP_READS_PER_SECOND: z.coerce.number().int().min(1).default(10),
  /**
   * How often Stripe's list of events is read for events that no webhook reported, in milliseconds. The sweep repairs a
   * lost webhook after 1 to 1.5 times this interval.
   */
  EVENT_SWEEP_EVERY_MS: z.coerce.number().int().min(100).default(60_000),
  /** How many payment pages one customer may have open at the same time, for orders and plans together. */
  OPEN_SESSION_LIMIT: z.coerce.number().int().min(1).default(10),
})

/** The environment of the command that finds unknown payments after a restore. */
export const restoredMoneyConfigSchema = configSchema.pick({
  MONGODB_URI: true,
  DATABASE_PREFIX: true,
  STRIPE_SECRET_KEY: true,
  STRIPE_API_BASE: true,
})
