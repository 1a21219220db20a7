import { api, type ServiceName } from '@prankpost/contracts'
import { httpConfig, serviceUrls, urlVariable } from '@prankpost/service-kit/http'
import { z } from 'zod'

/** The services that have public endpoints, each once. */
export const routedServices = [...new Set(Object.values(api).map(({ service }) => service))] as ServiceName[]

// Connections are opened by host and port, so a path is not allowed.
const plainHttp = serviceUrls.refine((urls) => urls.every((url) => /^http:\/\/[^/]+\/?$/.test(url)))
const port = z.coerce.number().int().min(1).max(65535)

/** The environment of the gateway; AUTH_URL, CONTACT_URL and so on contain the addresses of each service's replicas. */
export const configSchema = httpConfig
  .extend({
    /** Folder of the built store. */
    WEB_DIST: z.string().optional(),
    /** Folder of the built admin; without it /admin is not available. */
    ADMIN_WEB_DIST: z.string().optional(),
    /** How many of our own proxies are in front; only their x-forwarded-for is trusted. */
    TRUST_PROXY: z.coerce.number().int().min(0).max(10).default(0),
    /** Calls of one address in RATE_LIMIT_SECONDS before further calls are refused. */
    RATE_LIMIT_CALLS: z.coerce.number().int().min(1).default(300),
    RATE_LIMIT_SECONDS: z.coerce.number().int().min(1).default(10),
    /** How long a service may take to answer. */
    UPSTREAM_TIMEOUT_MS: z.coerce.number().int().min(100).default(30_000),
    /** How long a response to a public read, such as the list of pranks, is used for other callers; 0 never. */
    PUBLIC_READ_MAX_AGE_MS: z.coerce.number().int().min(0).max(500).default(400),
    /** Separate port for /metrics; without it /metrics answers only callers on the same machine. */
    METRICS_PORT: port.optional(),
  })
  .loose()
  .transform((config, context) => ({ ...config, services: readServices(config, context) }))

function readServices(env: Record<string, unknown>, context: z.RefinementCtx): Map<ServiceName, string[]> {
  const services = new Map<ServiceName, string[]>()
  for (const service of routedServices) {
    const name = urlVariable(service)
    const urls = plainHttp.safeParse(env[name])
    if (urls.success) services.set(service, urls.data)
    else
      context.addIssue({ code: 'custom', path: [name], message: 'must be http://host:port, comma-separated' })
  }
  return services
}
