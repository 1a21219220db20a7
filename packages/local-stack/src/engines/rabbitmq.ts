import { randomBytes } from 'node:crypto'
import { existsSync, mkdirSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { brokerDefinitions } from '@prankpost/messaging/definitions'
import { findOnPath, isExecutable } from '../processes/find-on-path.ts'
import { freePort } from '../processes/ports.ts'
import type { ProcessSpec } from '../processes/supervised-process.ts'
import { adminName, type BrokerPasswords } from './broker-passwords.ts'
import { stackId } from './socket-folder.ts'

/** Debian's `rabbitmq-server` command wants to be root and to use the system's folders; this script does not. */
const debianScript = '/usr/lib/rabbitmq/bin/rabbitmq-server'

/** How to run this system's RabbitMQ server script, undefined where there is none. */
export function findRabbitmq(env: NodeJS.ProcessEnv): string | undefined {
  const command = findOnPath('rabbitmq-server', env)
  return command && isExecutable(debianScript) ? debianScript : command
}

export interface RabbitmqOptions {
  env: NodeJS.ProcessEnv
  dataDir: string
  port: number
  passwords: BrokerPasswords
  queuePrefix: string
  /** As one of a cluster's nodes, each on a host of its own; alone without it. */
  cluster?: {
    /** This node's host. */
    address: string
    /** The hosts of all nodes, this one too. */
    addresses: string[]
    /** The secret that the nodes share. */
    cookie: string
  }
}

/**
 * A RabbitMQ node of the stack's own: node name, ports, data, log, cookie and plugins file apart from the
 * system's, small in memory, and an epmd of its own that ends with it.
 */
export async function rabbitmqProcess(
  script: string,
  { env, dataDir, port, passwords, queuePrefix, cluster }: RabbitmqOptions,
): Promise<Pick<ProcessSpec, 'command' | 'args' | 'env' | 'cwd' | 'guard'>> {
  const home = path.join(dataDir, 'rabbitmq')
  const distributionPort = await freePort()
  const address = cluster?.address ?? '127.0.0.1'
  writeFiles(home, [
    ...ownSettings({ listener: `${address}:${port}`, definitions: definitionsFile(home) }),
    ...(cluster ? clusterSettings(cluster.addresses) : []),
  ])
  writeCookie(home, cluster?.cookie ?? randomBytes(24).toString('hex'))
  writeUsers(home, passwords, queuePrefix)
  return {
    // epmd joins the process group of the server, which replaces this shell: one pid, one group to end.
    command: '/bin/sh',
    args: ['-c', 'if command -v epmd >/dev/null; then epmd & fi; exec "$0"', script],
    cwd: home,
    guard: 'shell',
    env: {
      ...env,
      PATH: `${env.PATH ?? ''}:/usr/sbin:/usr/local/sbin`,
      HOME: home,
      // Nodes on several hosts have to find each other's.
      ERL_EPMD_PORT: cluster ? '4369' : String(await freePort()),
      ERL_EPMD_ADDRESS: address,
      // Without a wrapper script around the server, whose pid would not be the server's; Erlang stops on SIGTERM.
      RABBITMQ_ALLOW_INPUT: '1',
      RABBITMQ_NODENAME: cluster ? nodeName(address) : 'prankpost@localhost',
      ...(cluster && { RABBITMQ_USE_LONGNAME: 'true' }),
      RABBITMQ_CONF_ENV_FILE: path.join(home, 'rabbitmq-env.conf'),
      RABBITMQ_CONFIG_FILE: path.join(home, 'rabbitmq.conf'),
      RABBITMQ_ENABLED_PLUGINS_FILE: path.join(home, 'enabled_plugins'),
      RABBITMQ_MNESIA_BASE: path.join(home, 'data'),
      RABBITMQ_LOG_BASE: path.join(home, 'log'),
      RABBITMQ_DIST_PORT: String(distributionPort),
      RABBITMQ_SERVER_ADDITIONAL_ERL_ARGS: [
        '-noinput',
        `-kernel inet_dist_use_interface {${address.replaceAll('.', ',')}}`,
        // It reads thousands of small files as it boots: a thread that is woken up for each takes almost twice as long.
        '+S 1:1 +stbt u +sbwt none +sbwtdio very_short',
        // Names the stack in the command line, so that a leftover can be told from somebody else's server.
        `-prankpost_stack ${stackId(dataDir)}`,
      ].join(' '),
    },
  }
}

/** A cluster's node is called after its host's address: no names have to be known to anybody. */
export const nodeName = (address: string) => `prankpost@${address}`

function writeFiles(home: string, settings: string[]): void {
  mkdirSync(home, { recursive: true })
  writeFileSync(path.join(home, 'rabbitmq-env.conf'), '')
  writeFileSync(path.join(home, 'enabled_plugins'), '[].\n')
  writeFileSync(path.join(home, 'rabbitmq.conf'), [...settings, ''].join('\n'))
}

function writeCookie(home: string, cookie: string): void {
  const file = path.join(home, '.erlang.cookie')
  if (!existsSync(file)) writeFileSync(file, cookie, { mode: 0o400 })
}

/** One user for each service, with the least rights; read by the server at each of its starts. */
function writeUsers(home: string, { admin, services }: BrokerPasswords, queuePrefix: string): void {
  const definitions = brokerDefinitions({
    passwords: services,
    admin: { name: adminName, password: admin },
    queuePrefix,
  })
  writeFileSync(definitionsFile(home), JSON.stringify(definitions), { mode: 0o600 })
}

const definitionsFile = (home: string) => path.join(home, 'definitions.json')

/** A node that sees only the smaller part of the cluster stops until it sees the others again. */
function clusterSettings(addresses: string[]): string[] {
  return [
    'cluster_partition_handling = pause_minority',
    // By itself each queue would be led by the node that it was declared at: all by one.
    'queue_leader_locator = balanced',
    'cluster_formation.peer_discovery_backend = classic_config',
    ...addresses.map(
      (address, n) => `cluster_formation.classic_config.nodes.${n + 1} = ${nodeName(address)}`,
    ),
  ]
}

function ownSettings({ listener, definitions }: { listener: string; definitions: string }): string[] {
  return [
    `load_definitions = ${definitions}`,
    `listeners.tcp.local = ${listener}`,
    'vm_memory_high_watermark.absolute = 400MiB',
    'disk_free_limit.absolute = 50MB',
    // Quorum queues keep the log's current file in memory; the default is 512 MiB.
    'raft.wal_max_size_bytes = 33554432',
    'log.console = false',
    'log.file.level = warning',
  ]
}
