import { type ServiceName, serviceNames } from '@prankpost/contracts'
import { z } from 'zod'

const pem = z
  .string()
  .transform((text) => text.replaceAll('\\n', '\n'))
  .refine((text) => text.includes('-----BEGIN'), 'must be a PEM')

function readJson(text: string, context: z.RefinementCtx): unknown {
  try {
    return JSON.parse(text)
  } catch {
    context.addIssue({ code: 'custom', message: 'must be JSON' })
    return z.NEVER
  }
}

/** Base URLs of a service's replicas, comma-separated. */
export const serviceUrls = z
  .string()
  .transform((text) => text.split(',').map((url) => url.trim()))
  .pipe(z.array(z.url()).min(1))

/** The environment variables of every process with an HTTP port. */
export const httpConfig = z.object({
  NODE_ENV: z.enum(['development', 'test', 'production']).default('development'),
  /** pino's levels. */
  LOG_LEVEL: z.enum(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent']).default('info'),
  HOST: z.string().default('127.0.0.1'),
  PORT: z.coerce.number().int().min(0).max(65535),
  /** Public URL of the store. State-changing calls from any other origin are refused. */
  PUBLIC_URL: z.url().transform((url) => url.replace(/\/$/, '')),
  /** OTLP/HTTP endpoint for traces; without it no traces are sent. */
  OTEL_EXPORTER_OTLP_ENDPOINT: z.preprocess((url) => url || undefined, z.url().optional()),
})

/** The environment variables of every service; each service adds its own. */
export const serviceConfig = httpConfig.extend({
  /** The server, without a database name: each service has its own database, `<prefix>_<service>`. */
  MONGODB_URI: z.string().min(1),
  DATABASE_PREFIX: z
    .string()
    .regex(/^[a-z0-9_]{1,30}$/)
    .default('prankpost'),
  /** Public key that verifies sessions (ES256). */
  SESSION_PUBLIC_KEY: pem,
  /** This service's own key (ES256, PKCS#8), which signs its calls to other services. */
  SERVICE_PRIVATE_KEY: pem,
  /** The public keys of all services by name, as JSON. They identify the callers; two PEMs in one value are two keys. */
  SERVICE_PUBLIC_KEYS: z
    .string()
    .transform(readJson)
    .pipe(z.partialRecord(z.enum(serviceNames), pem)),
})

/** For services that publish or consume events. */
export const brokerConfig = z.object({
  /** The broker, or the nodes of its cluster, comma-separated: if a node is down, the next one is tried. */
  AMQP_URL: z
    .string()
    .refine(
      (text) => text.split(',').every((url) => /^amqps?:$/.test(URL.parse(url.trim())?.protocol ?? '')),
      'must be amqp://host:port, comma-separated',
    ),
  /** Prefix of every exchange and queue name; for several stacks on one broker. */
  QUEUE_PREFIX: z
    .string()
    .regex(/^[A-Za-z0-9_.-]{0,40}$/)
    .default(''),
  /**
   * `declare`: the service creates all exchanges and queues itself. `given`: they were created with the broker, and the
   * user in AMQP_URL has permissions only for the service's own.
   */
  AMQP_TOPOLOGY: z.enum(['declare', 'given']).default('declare'),
})

/** For services that reconcile with the recent events of others. */
export const reconciliationConfig = z.object({
  /** How long an event may be on its way before it counts as lost, in milliseconds. */
  RECONCILE_AFTER_MS: z.coerce.number().int().min(100).default(900_000),
  /** Pause between two rounds, in milliseconds. */
  RECONCILE_EVERY_MS: z.coerce.number().int().min(100).default(60_000),
})

export const pemKey = pem
export type ServiceConfig = z.infer<typeof serviceConfig>
export type BrokerConfig = z.infer<typeof brokerConfig>

/** The environment variable with the URLs of a service: `subscription-logs` -> `SUBSCRIPTION_LOGS_URL`. */
export function urlVariable(service: ServiceName): string {
  return `${service.toUpperCase().replaceAll('-', '_')}_URL`
}

/** Reads the environment through a schema. On failure it prints which keys are wrong, never their values, and exits. */
export function loadConfig<T extends z.ZodType>(
  schema: T,
  env: NodeJS.ProcessEnv = process.env,
): z.output<T> {
  const result = schema.safeParse(env)
  if (result.success) return result.data
  const problems = result.error.issues.map((issue) => `  ${issue.path.join('.')}: ${issue.message}`)
  process.stderr.write(`The configuration is not complete:\n${problems.join('\n')}\n`)
  process.exit(78)
}
