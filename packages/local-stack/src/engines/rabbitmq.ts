import { randomBytes } from 'node:crypto'
import { existsSync, mkdirSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { brokerDefinitions } from '@prankpost/messaging/definitions'
import { findOnPath, isExecutable } from '../processes/find-on-path.ts'
import { freePort } from '../processes/ports.ts'
import type { ProcessSpec } from '../processes/supervised-process.ts'
import { adminName, type BrokerPasswords } from './broker-passwords.ts'
import { stackId } from './socket-folder.ts'

/** Debian's `rabbitmq-server` command requires root and uses the system's folders; this script does not. */
const debianScript = '/usr/lib/rabbitmq/bin/rabbitmq-server'

/** The path of this system's RabbitMQ server script, undefined if there is none. */
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
 * The stack's own RabbitMQ node: node name, ports, data, log, cookie and plugins file are separate from the
 * system's, its memory is limited, and its own epmd ends with it.
 */
export async function rabbitmqProcess(
  script: string,
  { env, dataDir, port, passwords, queuePrefix }: RabbitmqOptions,
): Promise<Pick<ProcessSpec, 'command' | 'args' | 'env' | 'cwd' | 'guard' | 'startLimitMs'>> {
  const home = path.join(dataDir, 'rabbitmq')
  const distributionPort = await freePort()
  writeFiles(home, ownSettings({ listener: `127.0.0.1:${port}`, definitions: definitionsFile(home) }))
  writeCookie(home)
  writeUsers(home, passwords, queuePrefix)
  return {
    // The server replaces this shell and epmd joins its process group: one pid and one group to end.
    command: '/bin/sh',
    args: ['-c', 'if command -v epmd >/dev/null; then epmd & fi; exec "$0"', script],
    cwd: home,
    guard: 'shell',
    // It needs 5 to 20 s, and once it was not ready after 240 s: its process lived, and did not answer.
    startLimitMs: 90_000,
    env: {
      ...env,
      PATH: `${env.PATH ?? ''}:/usr/sbin:/usr/local/sbin`,
      HOME: home,
      ERL_EPMD_PORT: String(await freePort()),
      ERL_EPMD_ADDRESS: '127.0.0.1',
      // Starts the server without a wrapper script, so that this pid is the server's; Erlang stops on SIGTERM.
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
        // At boot the server reads thousands of small files: waking a sleeping thread for each takes almost twice as long.
        '+S 1:1 +stbt u +sbwt none +sbwtdio very_short',
        // A message that leaves a retry stage while its queue is not ready, as after a restart, is sent again after 5 s. The
        // default is three minutes.
        '-rabbit dead_letter_worker_publisher_confirm_timeout 5000',
        // Marks the command line, so that a leftover server of this stack can be recognized.
        `-prankpost_stack ${stackId(dataDir)}`,
      ].join(' '),
    },
  }
}

function writeFiles(home: string, settings: string[]): void {
  mkdirSync(home, { recursive: true })
  writeFileSync(path.join(home, 'rabbitmq-env.conf'), '')
  writeFileSync(path.join(home, 'enabled_plugins'), '[].\n')
  writeFileSync(path.join(home, 'rabbitmq.conf'), [...settings, ''].join('\n'))
}

function writeCookie(home: string): void {
  const file = path.join(home, '.erlang.cookie')
  if (!existsSync(file)) writeFileSync(file, randomBytes(24).toString('hex'), { mode: 0o400 })
}

/** One user for each service, with minimal permissions; the server reads them at each start. */
function writeUsers(home: string, { admin, services }: BrokerPasswords, queuePrefix: string): void {
  const definitions = brokerDefinitions({
    passwords: services,
    admin: { name: adminName, password: admin },
    queuePrefix,
  })
  writeFileSync(definitionsFile(home), JSON.stringify(definitions), { mode: 0o600 })
}

const definitionsFile = (home: string) => path.join(home, 'definitions.json')

function ownSettings({ listener, definitions }: { listener: string; definitions: string }): string[] {
  return [
    `load_definitions = ${definitions}`,
    `listeners.tcp.local = ${listener}`,
    'vm_memory_high_watermark.absolute = 400MiB',
    'disk_free_limit.absolute = 50MB',
    // Quorum queues keep the log's current file in memory; the default is 512 MiB.
    'raft.wal_max_size_bytes = 33554432',
    // In the log of the process, so that a failed start shows it.
    'log.console = true',
    'log.console.level = warning',
    'log.file = false',
  ]
}
