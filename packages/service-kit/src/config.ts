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

/** What every process with an HTTP port takes from its environment. */
export const httpConfig = z.object({
  NODE_ENV: z.enum(['development', 'test', 'production']).default('development'),
  /** pino's levels. */
  LOG_LEVEL: z.enum(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent']).default('info'),
  HOST: z.string().default('127.0.0.1'),
  PORT: z.coerce.number().int().min(0).max(65535),
  /** Where customers reach the store; calls that change something are refused from any other origin. */
  PUBLIC_URL: z.url().transform((url) => url.replace(/\/$/, '')),
  /** Where traces go by OTLP/HTTP; without it they go nowhere. */
  OTEL_EXPORTER_OTLP_ENDPOINT: z.preprocess((url) => url || undefined, z.url().optional()),
})

/** What every service takes from its environment; each adds its own keys. */
export const serviceConfig = httpConfig.extend({
  /** The server without a database: each service has its own, `<prefix>_<service>`. */
  MONGODB_URI: z.string().min(1),
  DATABASE_PREFIX: z
    .string()
    .regex(/^[a-z0-9_]{1,30}$/)
    .default('prankpost'),
  /** Public half of the key that sessions are signed with (ES256). */
  SESSION_PUBLIC_KEY: pem,
  /** This service's own key (ES256, PKCS#8): its calls to others are signed with it. */
  SERVICE_PRIVATE_KEY: pem,
  /** The public halves of all services' keys by name, as JSON: who may call, and how that is told. */
  SERVICE_PUBLIC_KEYS: z
    .string()
    .transform(readJson)
    .pipe(z.partialRecord(z.enum(serviceNames), pem)),
})

/** For services that publish or consume events. */
export const brokerConfig = z.object({
  /** The broker, or the nodes of its cluster, comma-separated: when one is lost, the next is tried. */
  AMQP_URL: z
    .string()
    .refine(
      (text) => text.split(',').every((url) => /^amqps?:$/.test(URL.parse(url.trim())?.protocol ?? '')),
      'must be amqp://host:port, comma-separated',
    ),
  /** Put before every exchange and queue name; for several stacks on one broker. */
  QUEUE_PREFIX: z
    .string()
    .regex(/^[A-Za-z0-9_.-]{0,40}$/)
    .default(''),
  /**
   * `declare`: the service makes all exchanges and queues itself. `given`: whoever set up the broker did,
   * and the user in AMQP_URL may touch only what is the service's own.
   */
  AMQP_TOPOLOGY: z.enum(['declare', 'given']).default('declare'),
})

/** For services that look through the recent events of others. */
export const reconciliationConfig = z.object({
  /** How long an event may be on its way before it counts as lost, in milliseconds. */
  RECONCILE_AFTER_MS: z.coerce.number().int().min(100).default(900_000),
  /** Pause between two looks, in milliseconds. */
  RECONCILE_EVERY_MS: z.coerce.number().int().min(100).default(60_000),
})

export const pemKey = pem
export type ServiceConfig = z.infer<typeof serviceConfig>
export type BrokerConfig = z.infer<typeof brokerConfig>

/** The environment variable that says where a service is: `subscription-logs` -> `SUBSCRIPTION_LOGS_URL`. */
export function urlVariable(service: ServiceName): string {
  return `${service.toUpperCase().replaceAll('-', '_')}_URL`
}

/** Reads the environment through a schema; on failure says which keys are wrong, never their values, and exits. */
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
