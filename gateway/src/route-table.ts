import { api, type ServiceName } from '@prankpost/contracts'

/** Where a public call goes. */
export interface RouteTarget {
  service: ServiceName
  /** The contract's path pattern, such as `/api/contacts/:id`. */
  path: string
}

interface Entry extends RouteTarget {
  method: string
  pattern: RegExp
}

const table: Entry[] = Object.entries(api).map(([key, { service }]) => {
  const [method = '', path = ''] = key.split(' ')
  const pattern = new RegExp(`^${path.replaceAll('.', '\\.').replace(/:[A-Za-z]+/g, '[^/]+')}/?$`)
  return { method, path, service, pattern }
})

/** The service that answers a call, by the contract's table and nothing else; undefined for any other call. */
export function findRoute(method: string, pathname: string): RouteTarget | undefined {
  const asked = method === 'HEAD' ? 'GET' : method
  return table.find((entry) => entry.method === asked && entry.pattern.test(pathname))
}
