import { mkdirSync } from 'node:fs'
import path from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { type Engines, startEngines } from './engines.ts'
import { nodeArgs } from './node-command.ts'
import { freePort } from './ports.ts'
import type { Secrets } from './secrets.ts'
import {
  discoverServices,
  gatewayEnvironment,
  type StackSettings,
  sandboxEnvironment,
  serviceEnvironment,
} from './service-environment.ts'
import { StackError } from './stack-error.ts'
import { type ProcessEvent, type ProcessSpec, SupervisedProcess } from './supervised-process.ts'

/** What to start, and how. */
export interface LaunchOptions {
  root: string
  /** Data, logs and run state. */
  dataDir: string
  env: NodeJS.ProcessEnv
  secrets: Secrets
  adminPassword: string
  databasePrefix: string
  queuePrefix: string
  host: string
  gatewayPort: number
  publicUrl: string
  /** undefined: real Stripe. */
  sandbox: { port: number; publicUrl: string } | undefined
  webDist: string
  replicas: number
  /** Start dead processes again. */
  restart: boolean
  /** Start services again when their sources change, and serve the store with Vite on this port. */
  watch: { webPort: number } | undefined
  /** Only these services; all by default. */
  services?: string[]
  /** Extra environment of one process, by its name. */
  processEnv?: Record<string, NodeJS.ProcessEnv>
  /** Extra preloads of one process, by its name. */
  preloads?: Record<string, string[]>
  /** What must be done before the services start; it runs while MongoDB and the broker start. */
  meanwhile?: () => Promise<void>
  onEvent?: (event: ProcessEvent) => void
  /** Gives the start up while the stack is not launched yet. */
  signal?: AbortSignal
}

/** A stack whose processes run. */
export interface LaunchedStack {
  engines: Engines
  /** Every process of the stack, in the order of the design's `stack.json`. */
  processes: SupervisedProcess[]
  /** Resolves once every process does its work. */
  ready(): Promise<void>
  /** Stops all in order: gateway, services, sandbox, broker, MongoDB. */
  stop(): Promise<void>
  /** Ends all at once, without grace. */
  hurry(): void
}

/**
 * Starts MongoDB and the broker, and on them the sandbox, all services and the gateway. When something
 * fails on the way, what was started is stopped again.
 */
export async function launchStack(options: LaunchOptions): Promise<LaunchedStack> {
  const { env, dataDir, restart, onEvent } = options
  mkdirSync(path.join(dataDir, 'logs'), { recursive: true })
  const engines = await startEngines({ env, dataDir, restart, onEvent })
  try {
    const settings = await settingsFor(options, engines)
    const supervise = (spec: ProcessSpec) => new SupervisedProcess(spec, { restart, onEvent })
    const sandbox = sandboxSpecs(options, settings).map(supervise)
    const services = serviceSpecs(options, settings).map(supervise)
    const gateway = [gatewaySpec(options, settings), ...viteSpecs(options)].map(supervise)
    const own = [...sandbox, ...services, ...gateway]
    const processes = [...engines.processes.toReversed(), ...own]
    await unlessAborted(Promise.all([engines.ready(), options.meanwhile?.()]), options.signal)
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
        for (const group of [gateway, services, sandbox]) {
          await Promise.all(group.map((process) => process.stop()))
        }
        await engines.stop()
      },
      hurry() {
        for (const process of processes) process.killGroup()
      },
    }
  } catch (error) {
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
  return { ...options, mongodbUri: engines.mongo.uri, amqpUrl: engines.broker.url, servicePorts }
}

function serviceSpecs(options: LaunchOptions, settings: StackSettings): ProcessSpec[] {
  return Object.entries(settings.servicePorts).flatMap(([name, ports]) =>
    ports.map((port, replica) => {
      const folder = path.join(options.root, 'services', name)
      return nodeSpec(options, { name, replica, port, folder, env: serviceEnvironment(name, port, settings) })
    }),
  )
}

function sandboxSpecs(options: LaunchOptions, settings: StackSettings): ProcessSpec[] {
  if (!options.sandbox) return []
  const { port, publicUrl } = options.sandbox
  const folder = path.join(options.root, 'packages', 'stripe-sandbox')
  const env = sandboxEnvironment(port, publicUrl, settings)
  return [nodeSpec(options, { name: 'sandbox', replica: 0, port, folder, env })]
}

function gatewaySpec(options: LaunchOptions, settings: StackSettings): ProcessSpec {
  const folder = path.join(options.root, 'gateway')
  const env = gatewayEnvironment(settings)
  const spec = nodeSpec(options, { name: 'gateway', replica: 0, port: options.gatewayPort, folder, env })
  // The gateway is ready when every service is; of a part of the stack each service is asked by itself.
  return options.services === undefined ? spec : { ...spec, isReady: () => answersOk(`${spec.url}/healthz`) }
}

function viteSpecs({ root, dataDir, env, gatewayPort, watch }: LaunchOptions): ProcessSpec[] {
  if (!watch) return []
  const cwd = path.join(root, 'web')
  const url = `http://127.0.0.1:${watch.webPort}`
  const vite = path.join(cwd, 'node_modules', 'vite', 'bin', 'vite.js')
  return [
    {
      name: 'web',
      replica: 0,
      port: watch.webPort,
      url,
      command: process.execPath,
      args: [vite, '--host', '127.0.0.1', '--port', String(watch.webPort), '--strictPort'],
      env: { ...env, GATEWAY_URL: `http://127.0.0.1:${gatewayPort}` },
      cwd,
      logFile: path.join(dataDir, 'logs', 'web.log'),
      guard: 'shell',
      isReady: () => answersOk(url),
    },
  ]
}

// A dozen Node processes on one machine: measured, these take 200 MB off eight of them and a second off the start.
const small = ['--max-semi-space-size=1']
const smallEnvironment = (root: string) => ({
  MALLOC_ARENA_MAX: '2',
  NODE_COMPILE_CACHE: path.join(root, 'node_modules', '.cache', 'node-compile'),
})

interface NodeProcess {
  name: string
  replica: number
  port: number
  folder: string
  env: NodeJS.ProcessEnv
}

function nodeSpec(options: LaunchOptions, { name, replica, port, folder, env }: NodeProcess): ProcessSpec {
  const { dataDir, watch, processEnv = {}, preloads = {} } = options
  const url = `http://127.0.0.1:${port}`
  const logName = replica === 0 ? name : `${name}-${replica + 1}`
  const imports = (preloads[name] ?? []).flatMap((file) => ['--import', file])
  const main = path.join('src', 'main.ts')
  return {
    name,
    replica,
    port,
    url,
    command: process.execPath,
    args: [
      ...small,
      ...(watch ? ['--watch', '--watch-preserve-output', main] : [...imports, ...nodeArgs(main)]),
    ],
    env: { ...smallEnvironment(options.root), ...env, ...processEnv[name] },
    cwd: folder,
    logFile: path.join(dataDir, 'logs', `${logName}.log`),
    guard: watch ? 'shell' : 'preloaded',
    isReady: () => answersOk(`${url}/readyz`),
  }
}

async function answersOk(url: string): Promise<boolean> {
  try {
    const answer = await fetch(url, { signal: AbortSignal.timeout(2_000) })
    await answer.arrayBuffer()
    return answer.ok
  } catch {
    return false
  }
}
