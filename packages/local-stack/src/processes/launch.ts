import { mkdirSync } from 'node:fs'
import path from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { declareAll } from '../engines/broker.ts'
import { type Engines, startEngines } from '../engines/engines.ts'
import { StackError } from '../stack-error.ts'
import { freePort } from './ports.ts'
import { gatewaySpec, mailCatcherSpecs, sandboxSpecs, serviceSpecs, viteSpecs } from './process-specs.ts'
import type { Secrets } from './secrets.ts'
import { discoverServices, type StackSettings } from './service-environment.ts'
import { type ProcessEvent, type ProcessSpec, SupervisedProcess } from './supervised-process.ts'

/** What the environments of the processes are built from. */
export interface StackOptions {
  root: string
  /** The environment that the stack itself runs in. */
  env: NodeJS.ProcessEnv
  secrets: Secrets
  adminPassword: string
  databasePrefix: string
  queuePrefix: string
  host: string
  gatewayPort: number
  publicUrl: string
  /** undefined: real Stripe, the sandbox is not started. */
  sandbox: { port: number; publicUrl: string } | undefined
  /** The mail catcher's port; undefined: SMTP_URL names a mail server. It runs only together with notification. */
  mail: { port: number } | undefined
  webDist: string
}

/** What to start, and how. */
export interface LaunchOptions extends StackOptions {
  /** Data, logs and run state. */
  dataDir: string
  replicas: number
  /** Restart processes that die. */
  restart: boolean
  /** Restart services when their sources change, and serve the store with Vite on this port. */
  watch: { webPort: number } | undefined
  /** The services to start; default: all. */
  services?: string[]
  /** Additional environment of a process, by its name. */
  processEnv?: Record<string, NodeJS.ProcessEnv>
  /** For tests: the path of the file that names the fault injection point of a process. */
  crashRequests?: (name: string) => string
  /** Changes the final environment of a process, after all addresses in it are known. */
  rewire?: (process: Pick<ProcessSpec, 'name' | 'replica' | 'env'>) => Promise<NodeJS.ProcessEnv>
  /** Runs while MongoDB and the broker start; the services start after it. */
  meanwhile?: () => Promise<void>
  onEvent?: (event: ProcessEvent) => void
  /** Aborts the start, until the stack is launched. */
  signal?: AbortSignal
}

/** A stack whose processes are running. */
export interface LaunchedStack {
  engines: Engines
  /** Every process of the stack, in the order in which `stack.json` lists them. */
  processes: SupervisedProcess[]
  /** Resolves once every process is ready. */
  ready(): Promise<void>
  /** Stops everything in order: gateway, services, sandbox and mail catcher, broker, MongoDB. */
  stop(): Promise<void>
  /** Kills everything at once. */
  hurry(): void
}

/**
 * Starts MongoDB and the broker, then the sandbox, the mail catcher, all services and the gateway. If the start
 * fails, everything that was started is stopped again.
 */
export async function launchStack(options: LaunchOptions): Promise<LaunchedStack> {
  const { env, dataDir, queuePrefix, restart, onEvent } = options
  mkdirSync(path.join(dataDir, 'logs'), { recursive: true })
  const engines = await startEngines({ env, dataDir, queuePrefix, restart, onEvent })
  const own: SupervisedProcess[] = []
  try {
    const settings = await settingsFor(options, engines)
    const supervise = async (spec: ProcessSpec) => {
      const env = (await options.rewire?.(spec)) ?? spec.env
      return new SupervisedProcess({ ...spec, env }, { restart, onEvent })
    }
    const superviseAll = (specs: ProcessSpec[]) => Promise.all(specs.map(supervise))
    const substitutes = await superviseAll([
      ...sandboxSpecs(options, settings),
      ...mailCatcherSpecs(options, settings),
    ])
    const services = await superviseAll(serviceSpecs(options, settings))
    const gateway = await superviseAll([gatewaySpec(options, settings), ...viteSpecs(options)])
    own.push(...substitutes, ...services, ...gateway)
    const processes = [...engines.processes.toReversed(), ...own]
    const topology = async () => {
      await engines.ready()
      if (engines.broker.urlFor) await declareAll(engines.broker.url, queuePrefix)
    }
    await unlessAborted(Promise.all([topology(), options.meanwhile?.()]), options.signal)
    for (const process of own) process.start()
    const logs = setInterval(() => {
      for (const process of processes) process.boundLog()
    }, 60_000)
    logs.unref()
    let { settleMs } = engines.broker
    return {
      engines,
      processes,
      async ready() {
        await Promise.all(processes.map((process) => process.ready()))
        await delay(settleMs)
        settleMs = 0
      },
      async stop() {
        clearInterval(logs)
        for (const group of [gateway, services, substitutes]) {
          await Promise.all(group.map((process) => process.stop()))
        }
        await engines.stop()
      },
      hurry() {
        for (const process of processes) process.killGroup()
      },
    }
  } catch (error) {
    await Promise.all(own.map((process) => process.stop()))
    await engines.stop()
    throw error
  }
}

async function unlessAborted(work: Promise<unknown>, signal?: AbortSignal): Promise<void> {
  const stopped = new StackError('Stopped while it was starting.')
  const aborted = new Promise((_, reject) => {
    if (signal?.aborted) reject(stopped)
    signal?.addEventListener('abort', () => reject(stopped), { once: true })
  })
  await Promise.race([work, aborted])
}

async function settingsFor(options: LaunchOptions, engines: Engines): Promise<StackSettings> {
  const servicePorts: Record<string, number[]> = {}
  for (const service of options.services ?? discoverServices(options.root)) {
    servicePorts[service] = await Promise.all(Array.from({ length: options.replicas }, freePort))
  }
  return {
    ...options,
    mongodbUri: engines.mongo.uri,
    brokerUrlFor: engines.broker.urlFor,
    amqpUrl: engines.broker.url,
    servicePorts,
    mail:
      options.mail && 'notification' in servicePorts
        ? { ...options.mail, smtpPort: await freePort(), folder: path.join(options.dataDir, 'mail') }
        : undefined,
  }
}
