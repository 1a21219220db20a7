import { randomBytes } from 'node:crypto'
import { writeFile } from 'node:fs/promises'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { freePort } from '@prankpost/local-stack'
import { keepLogs, projectName, removeProject } from '../compose-test/cleanup.ts'
import { expectSpace, isStandIn } from '../compose-test/engine.ts'
import { Project } from '../compose-test/project.ts'
import { choosePorts, newSecrets, overrideOf, shopAt, writeEnvFile } from '../compose-test/settings.ts'
import type { RunningShop } from '../ledgers/index.ts'
import { openBalancer } from './balancer.ts'
import { appHosts, clusterOverride } from './compose-override.ts'
import type { Host } from './host.ts'

/** The shop on several hosts. */
export interface Cluster {
  project: Project
  /** The addresses for people and ledgers: of the load balancer, the sandbox, the database and the first broker node. */
  shop: RunningShop
  apps: Host[]
  /** The published addresses of the broker's nodes, with the administrator's user. */
  brokerUrls: string[]
  /** Failures between the load balancer and a gateway. */
  balancerFailures: string[]
}

interface OpenOptions {
  /** The folder for settings, which the run removes. */
  temporary: string
  /** The folder for the containers' logs. */
  folder: string
  /** Each step adds its cleanup here as soon as it is needed; they run in reverse order. */
  undo: (() => Promise<unknown>)[]
  signal: AbortSignal
}

const root = fileURLToPath(new URL('..', import.meta.url))

/**
 * Prepares a Compose project of its own, with the containers of six hosts, and starts the load balancer, which runs in this
 * process; starts no container.
 */
export async function openCluster({ temporary, folder, undo, signal }: OpenOptions): Promise<Cluster> {
  await expectSpace()
  const secrets = newSecrets()
  const ports = await choosePorts(secrets)
  const [secondGateway, balancerPort] = [await freePort(), await freePort()]
  const otherBrokers = [await freePort(), await freePort()]
  const urlAt = (port: number) => `http://127.0.0.1:${port}`
  const gateways = [ports.gateway, secondGateway].map(urlAt)
  const balancer = await openBalancer(gateways, { HOST: '127.0.0.1', PORT: balancerPort })
  undo.push(() => balancer.close())

  const env = { ...secrets, PUBLIC_URL: `http://localhost:${balancerPort}`, TRUST_PROXY: '1' }
  const withoutUsers = await isStandIn()
  const single = overrideOf({ ports, withoutUsers })
  const several = clusterOverride({
    ...{ single, ports: { secondGateway, brokers: otherBrokers } },
    cookie: randomBytes(24).toString('hex'),
  })
  const files = await Promise.all(
    Object.entries({ single, several }).map(async ([name, override]) => {
      const file = path.join(temporary, `${name}.json`)
      await writeFile(file, JSON.stringify(override, null, 2), { mode: 0o600 })
      return file
    }),
  )
  const project = new Project({
    ...{ name: projectName('-cluster'), folder: root, profiles: ['demo'], signal },
    envFile: await writeEnvFile(temporary, env, ports),
    files: [path.join(root, 'docker-compose.yml'), ...files],
  })
  undo.push(async () => {
    await keepLogs(project, folder, 'at-the-end')
    const left = await removeProject(project)
    if (left.length > 0) throw new Error(`These could not be removed: ${left.join(', ')}`)
  })
  const shop = shopAt({ ...ports, gateway: balancerPort }, env, withoutUsers)
  const brokerPorts = [ports.broker, ...otherBrokers]
  return {
    ...{ project, shop, balancerFailures: balancer.failures },
    apps: Object.entries(appHosts).map(([name, services], n) => ({
      ...{ name, gatewayUrl: String(gateways[n]) },
      containers: services.map((service) => project.containerName(service)),
    })),
    brokerUrls: brokerPorts.map((port) => shop.amqpUrl.replace(`:${ports.broker}`, `:${port}`)),
  }
}
