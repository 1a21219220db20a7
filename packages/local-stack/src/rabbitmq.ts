import { randomBytes } from 'node:crypto'
import { existsSync, mkdirSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { brokerDefinitions } from '@prankpost/messaging/definitions'
import { adminName, type BrokerPasswords } from './broker-passwords.ts'
import { findOnPath, isExecutable } from './find-on-path.ts'
import { freePort } from './ports.ts'
import { stackId } from './socket-folder.ts'
import type { ProcessSpec } from './supervised-process.ts'

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
}

/**
 * A RabbitMQ node of the stack's own: node name, ports, data, log, cookie and plugins file apart from the
 * system's, small in memory, and an epmd of its own that ends with it.
 */
export async function rabbitmqProcess(
  script: string,
  { env, dataDir, port, passwords, queuePrefix }: RabbitmqOptions,
): Promise<Pick<ProcessSpec, 'command' | 'args' | 'env' | 'cwd' | 'guard'>> {
  const home = path.join(dataDir, 'rabbitmq')
  const distributionPort = await freePort()
  writeFiles(home, port)
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
      ERL_EPMD_PORT: String(await freePort()),
      ERL_EPMD_ADDRESS: '127.0.0.1',
      // Without a wrapper script around the server, whose pid would not be the server's; Erlang stops on SIGTERM.
      RABBITMQ_ALLOW_INPUT: '1',
      RABBITMQ_NODENAME: 'prankpost@localhost',
      RABBITMQ_CONF_ENV_FILE: path.join(home, 'rabbitmq-env.conf'),
      RABBITMQ_CONFIG_FILE: path.join(home, 'rabbitmq.conf'),
      RABBITMQ_ENABLED_PLUGINS_FILE: path.join(home, 'enabled_plugins'),
      RABBITMQ_MNESIA_BASE: path.join(home, 'data'),
      RABBITMQ_LOG_BASE: path.join(home, 'log'),
      RABBITMQ_DIST_PORT: String(distributionPort),
      RABBITMQ_SERVER_ADDITIONAL_ERL_ARGS: [
        '-noinput',
        '-kernel inet_dist_use_interface {127,0,0,1}',
        '+S 1:1 +stbt u +sbwt none',
        // Names the stack in the command line, so that a leftover can be told from somebody else's server.
        `-prankpost_stack ${stackId(dataDir)}`,
      ].join(' '),
    },
  }
}

function writeFiles(home: string, port: number): void {
  mkdirSync(home, { recursive: true })
  writeFileSync(path.join(home, 'rabbitmq-env.conf'), '')
  writeFileSync(path.join(home, 'enabled_plugins'), '[].\n')
  writeFileSync(path.join(home, 'rabbitmq.conf'), configuration(port, definitionsFile(home)))
  const cookie = path.join(home, '.erlang.cookie')
  if (!existsSync(cookie)) writeFileSync(cookie, randomBytes(24).toString('hex'), { mode: 0o400 })
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

function configuration(port: number, definitions: string): string {
  return [
    `load_definitions = ${definitions}`,
    `listeners.tcp.local = 127.0.0.1:${port}`,
    'vm_memory_high_watermark.absolute = 400MiB',
    'disk_free_limit.absolute = 50MB',
    // Quorum queues keep the log's current file in memory; the default is 512 MiB.
    'raft.wal_max_size_bytes = 33554432',
    'log.console = false',
    'log.file.level = warning',
    '',
  ].join('\n')
}
