import { existsSync } from 'node:fs'
import path from 'node:path'
import type { ServiceName } from '@prankpost/contracts'
import { declareTopology } from '@prankpost/messaging/topology'
import { connect } from 'amqplib'
import { entryFile, nodeArgs } from '../processes/node-command.ts'
import { freePort } from '../processes/ports.ts'
import type { ProcessSpec } from '../processes/supervised-process.ts'
import { adminName, brokerPasswords } from './broker-passwords.ts'
import { findRabbitmq, rabbitmqProcess } from './rabbitmq.ts'

/** Who carries the messages: somebody else's broker, or a process of this stack. Its address stays over restarts. */
export interface BrokerChoice {
  url: string
  /** For people: which broker this is. */
  label: string
  /** For people: what this broker does not promise. */
  warning?: string
  process?: ProcessSpec
  /** The address under a service's own user, where each has one; the topology must then be declared first. */
  urlFor?: (service: string) => string
  /** How long after the first declarations a kill could still cost queues; 0 when they exist already. */
  settleMs: number
}

/**
 * RabbitMQ writes its register of quorum queues every half second: a queue younger than that is stuck for
 * good when the server is killed (seen with 3.10).
 */
const registerDelayMs = 1_000

/** The first of these that there is: `AMQP_URL`, a `rabbitmq-server` on the PATH, the in-memory stand-in. */
export async function chooseBroker({
  env,
  dataDir,
  queuePrefix,
}: {
  env: NodeJS.ProcessEnv
  dataDir: string
  queuePrefix: string
}): Promise<BrokerChoice> {
  if (env.AMQP_URL) return { url: env.AMQP_URL, label: 'the one that AMQP_URL names', settleMs: 0 }
  const port = await freePort()
  const addressOf = (user: string, password: string) => `amqp://${user}:${password}@127.0.0.1:${port}`
  const specFor = (url: string) => ({
    name: 'broker',
    replica: 0,
    logFile: path.join(dataDir, 'logs', 'broker.log'),
    port,
    url,
    isReady: () => brokerAnswers(url),
  })
  const script = findRabbitmq(env)
  if (script) {
    const settleMs = existsSync(path.join(dataDir, 'rabbitmq')) ? 0 : registerDelayMs
    const passwords = brokerPasswords(dataDir)
    const rabbitmq = await rabbitmqProcess(script, { env, dataDir, port, passwords, queuePrefix })
    const url = addressOf(adminName, passwords.admin)
    return {
      url,
      urlFor: (service) => addressOf(service, passwords.services[service as ServiceName] ?? ''),
      label: `RabbitMQ of this system (${script})`,
      settleMs,
      process: { ...specFor(url), ...rabbitmq },
    }
  }
  const url = addressOf('guest', 'guest')
  return {
    url,
    label: 'an in-memory stand-in for RabbitMQ',
    warning:
      'It keeps no message when it ends: events on their way then are lost, and quorum queues are plain ones. ' +
      'Install rabbitmq-server, or set AMQP_URL, for the real thing.',
    settleMs: 0,
    process: {
      ...specFor(url),
      command: process.execPath,
      args: nodeArgs(entryFile('broker-emulator'), String(port)),
      env,
      cwd: dataDir,
      guard: 'preloaded',
    },
  }
}

/** Makes all exchanges and queues, as whoever may; safe to repeat. */
export async function declareAll(url: string, queuePrefix: string): Promise<void> {
  const connection = await connect(url, { noDelay: true })
  try {
    await declareTopology(await connection.createChannel(), queuePrefix)
  } finally {
    await connection.close()
  }
}

/** Whether a broker answers at the address, or at one of several. */
export async function brokerAnswers(url: string, timeoutMs = 1_000): Promise<boolean> {
  for (const node of url.split(',')) if (await nodeAnswers(node.trim(), timeoutMs)) return true
  return false
}

async function nodeAnswers(url: string, timeoutMs: number): Promise<boolean> {
  try {
    const connection = await connect(url, { timeout: timeoutMs, noDelay: true })
    await connection.close()
    return true
  } catch {
    return false
  }
}
