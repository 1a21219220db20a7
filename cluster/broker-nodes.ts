import { randomBytes } from 'node:crypto'
import path from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import type { ServiceName } from '@prankpost/contracts'
import { brokerAnswers } from '../packages/local-stack/src/engines/broker.ts'
import { adminName, brokerPasswords } from '../packages/local-stack/src/engines/broker-passwords.ts'
import { nodeName, rabbitmqProcess } from '../packages/local-stack/src/engines/rabbitmq.ts'
import { SupervisedProcess } from '../packages/local-stack/src/processes/supervised-process.ts'
import type { Host } from './network.ts'

const port = 5672
const answerWithinMs = 60_000

/** A queue of the cluster: its member nodes, those that are online, and its leader. */
interface ClusterQueue {
  name: string
  leader: string
  members: string[]
  online: string[]
}

/** A RabbitMQ cluster of three or more nodes. */
export interface BrokerNodes {
  nodes: { host: Host; name: string; process: SupervisedProcess; url: string }[]
  /** The addresses of all nodes, with a service's own user. */
  urlFor(service: string): string
  /** Resolves once all nodes answer and have joined the cluster. */
  ready(): Promise<void>
  /** All queues, as reported by the first node. */
  queues(): Promise<ClusterQueue[]>
}

interface Options {
  /** RabbitMQ's own server script. */
  script: string
  env: NodeJS.ProcessEnv
  dataDir: string
}

/** Prepares a RabbitMQ node for each host, with its own name and folder and a common cookie; starts none of them. */
export async function prepareBrokerNodes(
  hosts: Host[],
  { script, env, dataDir }: Options,
): Promise<BrokerNodes> {
  const passwords = brokerPasswords(dataDir)
  const cookie = randomBytes(24).toString('hex')
  const addresses = hosts.map(({ address }) => address)
  const addressAs = (user: string, password: string, host: string) =>
    `amqp://${user}:${password}@${host}:${port}`
  const nodes = await Promise.all(
    hosts.map(async (host) => {
      const url = addressAs(adminName, passwords.admin, host.address)
      const spec = await rabbitmqProcess(script, {
        ...{ env, port, passwords, queuePrefix: '' },
        dataDir: path.join(dataDir, host.name),
        cluster: { address: host.address, addresses, cookie },
      })
      const logFile = path.join(dataDir, 'logs', `${host.name}.log`)
      const isReady = () => brokerAnswers(url)
      const named = { ...spec, name: host.name, replica: 0, logFile, port, url, isReady }
      return {
        host,
        url,
        name: nodeName(host.address),
        // A killed node stays down until it is started.
        process: new SupervisedProcess(host.on(named), { restart: false }),
      }
    }),
  )
  const ctl = (...args: string[]) => {
    const [node] = nodes
    if (node === undefined) throw new Error('There is no node')
    const command = path.join(path.dirname(script), 'rabbitmqctl')
    return node.host.run(command, ['--quiet', ...args], node.process.spec.env)
  }
  return {
    nodes,
    urlFor: (service) =>
      addresses
        .map((address) => addressAs(service, passwords.services[service as ServiceName] ?? '', address))
        .join(','),
    async ready() {
      await Promise.all(nodes.map(({ process }) => process.ready()))
      await ctl('await_online_nodes', String(nodes.length))
    },
    async queues() {
      const columns = ['name', 'leader', 'members', 'online']
      const deadline = Date.now() + answerWithinMs
      for (;;) {
        // A node that has just restarted may fail or return incomplete output.
        const all = await ctl('list_queues', '--formatter', 'json', ...columns)
          .then((text): ClusterQueue[] => JSON.parse(text))
          .catch((error: Error) => error)
        if (Array.isArray(all)) return all
        if (Date.now() > deadline) throw new Error('RabbitMQ does not list its queues', { cause: all })
        await delay(1_000)
      }
    },
  }
}
