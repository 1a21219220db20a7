import { globSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { customerDataServices, type ServiceName, serviceNames } from '@prankpost/contracts'

const root = fileURLToPath(new URL('../../..', import.meta.url))
const call =
  /onInternal\(\s*'(get|post)',\s*'(\/internal\/[^']+)',\s*(serviceNames|customerDataServices|\[[^\]]*\])/g

/** An internal call between services, as declared by the service's routes. */
export interface InternalRoute {
  service: ServiceName
  method: string
  /** With an unknown id in place of each parameter. */
  path: string
  callers: ServiceName[]
}

/** Every internal route of every service. @throws when a route is written in a form that cannot be read here */
export function internalRoutes(): InternalRoute[] {
  return globSync('services/*/src/routes.ts', { cwd: root }).flatMap((file) => {
    const source = readFileSync(path.join(root, file), 'utf8')
    const found = [...source.matchAll(call)].map(([, method = '', pattern = '', callers = '']) => ({
      service: file.split('/')[1] as ServiceName,
      method: method.toUpperCase(),
      path: pattern.replace(/:\w+/g, 'f0'.repeat(12)),
      callers: callersIn(callers),
    }))
    const written = source.split('onInternal(').length - 1
    if (written !== found.length)
      throw new Error(`${file}: ${written} internal routes, ${found.length} readable`)
    return found
  })
}

function callersIn(written: string): ServiceName[] {
  if (written === 'serviceNames') return [...serviceNames]
  if (written === 'customerDataServices') return [...customerDataServices]
  return serviceNames.filter((name) => written.includes(`'${name}'`))
}

/** Whether a service's code calls an internal route: it has the other service's address, and contains the path. */
export function callsRoute(caller: ServiceName, { service, path: route }: InternalRoute): boolean {
  const config = readFileSync(path.join(root, 'services', caller, 'src/config.ts'), 'utf8')
  if (!config.includes(`${service.toUpperCase().replaceAll('-', '_')}_URL: serviceUrls`)) return false
  const [prefix = route] = route.split('f0'.repeat(12))
  const own = globSync(`services/${caller}/src/**/*.ts`, { cwd: root, exclude: ['**/routes.ts'] })
  const shared = globSync('packages/service-kit/src/**/*.ts', { cwd: root })
  return [...own, ...shared].some((file) => readFileSync(path.join(root, file), 'utf8').includes(prefix))
}
