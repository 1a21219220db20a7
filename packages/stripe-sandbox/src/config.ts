import { z } from 'zod'

const configSchema = z
  .object({
    /** The sandbox refuses to run in production. */
    NODE_ENV: z
      .string()
      .optional()
      .refine((name) => name !== 'production', 'the Stripe sandbox does not run in production: use Stripe'),
    /** How much is logged: trace, debug, info, warn, error or silent. */
    LOG_LEVEL: z.enum(['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent']).default('info'),
    /** The address to listen on. */
    HOST: z.string().min(1).default('127.0.0.1'),
    /** The port to listen on. */
    PORT: z.coerce.number().int().min(1).max(65_535).default(8090),
    /** MongoDB's address, without a database. */
    MONGODB_URI: z.string().min(1),
    /** The state is kept in the database `<prefix>_stripe_sandbox`. */
    DATABASE_PREFIX: z.string().min(1).default('prankpost'),
    /** The shop's webhook secret, which events are signed with. */
    STRIPE_WEBHOOK_SECRET: z.string().min(1),
    /** Where events are sent, e.g. http://127.0.0.1:8080/api/webhooks/stripe. */
    WEBHOOK_URL: z.url({ protocol: /^https?$/ }),
    /** Which events are sent, comma-separated; default: all. */
    WEBHOOK_EVENTS: z
      .string()
      .transform((text) => text.split(',').map((type) => type.trim()))
      .optional(),
    /** The base of the hosted page's address as browsers see it; default: http://localhost:<PORT>. */
    PUBLIC_SANDBOX_URL: z.url({ protocol: /^https?$/ }).optional(),
  })
  .transform((env) => ({
    logLevel: env.LOG_LEVEL,
    host: env.HOST,
    port: env.PORT,
    mongodbUri: env.MONGODB_URI,
    database: `${env.DATABASE_PREFIX}_stripe_sandbox`,
    webhook: { url: env.WEBHOOK_URL, secret: env.STRIPE_WEBHOOK_SECRET, types: env.WEBHOOK_EVENTS },
    publicUrl: (env.PUBLIC_SANDBOX_URL ?? `http://localhost:${env.PORT}`).replace(/\/+$/, ''),
  }))

/** The sandbox's validated settings. */
export type Config = z.output<typeof configSchema>

/** Reads the settings from the environment. @throws Error that names every wrong variable, without its value */
export function readConfig(environment: NodeJS.ProcessEnv): Config {
  const result = configSchema.safeParse(environment)
  if (result.success) return result.data
  const problems = result.error.issues.map((issue) => `${issue.path.join('.')}: ${issue.message}`)
  throw new Error(`The Stripe sandbox cannot start. ${problems.join('; ')}`)
}
