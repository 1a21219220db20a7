import { type ApiKey, api, maxBodyBytesOf, type ServiceName } from '@prankpost/contracts'

/** The target of a public call. */
export interface RouteTarget {
  service: ServiceName
  /** The contract's path pattern, such as `/api/contacts/:id`. */
  path: string
  /** Whether the response is the same for every caller and every query. */
  isPublicRead: boolean
  /** The largest body in bytes. */
  maxBodyBytes: number
}

interface Entry extends RouteTarget {
  method: string
  pattern: RegExp
}

/** Reads with a parameter that are the same for all callers. Others are files, or depend on a token, a cursor or on limits of the caller. */
const publicWithParams = new Set<string>([
  'GET /api/pranks/:slug',
  'GET /api/texts/:name',
  'GET /api/texts/:name/versions/:version',
] satisfies ApiKey[])

const table: Entry[] = Object.entries(api).map(([key, endpoint]) => {
  const [method = '', path = ''] = key.split(' ')
  const pattern = new RegExp(`^${path.replaceAll('.', '\\.').replace(/:[A-Za-z]+/g, '[^/]+')}/?$`)
  const { service, access, status } = endpoint
  const hasInput = 'params' in endpoint || 'query' in endpoint
  const isSame = publicWithParams.has(key) || !hasInput
  const isPublicRead = method === 'GET' && access === 'public' && status === 200 && isSame
  return { method, path, service, pattern, isPublicRead, maxBodyBytes: maxBodyBytesOf(key as ApiKey) }
})

const byAddress = new Map(table.map((entry) => [`${entry.method} ${entry.path}`, entry]))

/** The service that answers a call, by the contract's table only; undefined for any other call. */
export function findRoute(method: string, pathname: string): RouteTarget | undefined {
  const lookupMethod = method === 'HEAD' ? 'GET' : method
  // Most paths contain no id and match exactly. The text of a pattern (`:id`) is never a valid path.
  const exact = pathname.includes(':') ? undefined : byAddress.get(`${lookupMethod} ${pathname}`)
  return exact ?? table.find((entry) => entry.method === lookupMethod && entry.pattern.test(pathname))
}
