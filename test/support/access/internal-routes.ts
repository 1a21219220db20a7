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
  return codeIn(`services/${caller}`).includes(prefix) || codeIn('packages/service-kit').includes(prefix)
}

const codes = new Map<string, string>()
/** The source of a package, without its routes; read once. */
function codeIn(folder: string): string {
  const files = globSync(`${folder}/src/**/*.ts`, { cwd: root, exclude: ['**/routes.ts'] })
  const code =
    codes.get(folder) ?? files.map((file) => readFileSync(path.join(root, file), 'utf8')).join('\n')
  codes.set(folder, code)
  return code
}
