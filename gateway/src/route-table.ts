import { type ApiKey, api, maxBodyBytesOf, type ServiceName } from '@prankpost/contracts'

/** Where a public call goes. */
export interface RouteTarget {
  service: ServiceName
  /** The contract's path pattern, such as `/api/contacts/:id`. */
  path: string
  /** Whether it asks for the same thing whoever calls, with whatever query. */
  isPublicRead: boolean
  /** The largest body in bytes. */
  maxBodyBytes: number
}

interface Entry extends RouteTarget {
  method: string
  pattern: RegExp
}

const table: Entry[] = Object.entries(api).map(([key, endpoint]) => {
  const [method = '', path = ''] = key.split(' ')
  const pattern = new RegExp(`^${path.replaceAll('.', '\\.').replace(/:[A-Za-z]+/g, '[^/]+')}/?$`)
  const { service, access, status } = endpoint
  const takesInput = 'params' in endpoint || 'query' in endpoint
  const isPublicRead = method === 'GET' && access === 'public' && status === 200 && !takesInput
  return { method, path, service, pattern, isPublicRead, maxBodyBytes: maxBodyBytesOf(key as ApiKey) }
})

const byAddress = new Map(table.map((entry) => [`${entry.method} ${entry.path}`, entry]))

/** The service that answers a call, by the contract's table and nothing else; undefined for any other call. */
export function findRoute(method: string, pathname: string): RouteTarget | undefined {
  const asked = method === 'HEAD' ? 'GET' : method
  // Most addresses hold no id and stand there as they are; a pattern's own text is no address of anything.
  const known = pathname.includes(':') ? undefined : byAddress.get(`${asked} ${pathname}`)
  return known ?? table.find((entry) => entry.method === asked && entry.pattern.test(pathname))
}
