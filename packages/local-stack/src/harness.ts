import { existsSync } from 'node:fs'
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { type LaunchedStack, launchStack } from './launch.ts'
import { type TestNamespace, testNamespace } from './namespace.ts'
import { crashAtFile } from './node-command.ts'
import { freePort } from './ports.ts'
import { localSecrets } from './secrets.ts'
import { StackError } from './stack-error.ts'
import type { SupervisedProcess } from './supervised-process.ts'

/** Which stack a test wants; all of it by default, on the test run's MongoDB and broker. */
export interface StartStackOptions {
  /** Only these services (the gateway and the sandbox always run). */
  services?: string[]
  /** How many of each service. */
  replicas?: number
  /** A MongoDB of its own, for tests that kill it. */
  ownMongo?: boolean
  /** A broker of its own, for tests that kill it. */
  ownBroker?: boolean
  /** Whether dead processes are started again (default true); if not, `start` brings them back. */
  restart?: boolean
  /** Extra environment by process name; `all` for every one. */
  env?: Record<string, NodeJS.ProcessEnv>
  /** Process name -> checkpoint at which it dies, once: `{ order: 'relay:claimed' }`, `'relay:claimed#2'`. */
  crashAt?: Record<string, string>
}

/** A running stack of a test. Names: mongodb, broker (own ones), sandbox, gateway, each service's folder. */
export interface Stack {
  baseUrl: string
  sandboxUrl: string
  mongodbUri: string
  amqpUrl: string
  databasePrefix: string
  queuePrefix: string
  adminPassword: string
  /** The shared secrets, for tests that sign webhooks or sessions themselves. */
  secrets: ReturnType<typeof localSecrets>
  processes: SupervisedProcess[]
  /** Sends a signal (SIGKILL by default) and resolves when that process is gone. */
  kill(name: string, signal?: NodeJS.Signals, replica?: number): Promise<void>
  /** Brings a process back that was killed with `restart: false`. */
  start(name: string, replica?: number): void
  /** Resolves when the process of that name died at its `crashAt` point. */
  crashed(name: string): Promise<void>
  /** Resolves once every process does its work (again). */
  waitUntilReady(): Promise<void>
  /** What the process wrote so far, restarts included. */
  logs(name: string, replica?: number): Promise<string>
  /** Stops everything and removes its data, databases and queues. */
  stop(): Promise<void>
}

const root = fileURLToPath(new URL('../../..', import.meta.url))

/**
 * Starts a stack in processes of its own and resolves once it is ready.
 * @example const stack = await startStack({ crashAt: { order: 'relay:claimed' } }); afterAll(() => stack.stop())
 */
export async function startStack(options: StartStackOptions = {}): Promise<Stack> {
  const dataDir = await mkdtemp(path.join(os.tmpdir(), 'prankpost-stack-'))
  try {
    const stack = await launchForTest(options, dataDir)
    await stack.waitUntilReady().catch(async (error: unknown) => {
      await stack.stop()
      throw error
    })
    return stack
  } catch (error) {
    await rm(dataDir, { recursive: true, force: true })
    throw error
  }
}

async function launchForTest(options: StartStackOptions, dataDir: string): Promise<Stack> {
  const { services, replicas = 1, restart = true, crashAt = {} } = options
  const space = sharedNamespace(options)
  const gatewayPort = await freePort()
  const sandboxPort = await freePort()
  const baseUrl = `http://127.0.0.1:${gatewayPort}`
  const sandboxUrl = `http://127.0.0.1:${sandboxPort}`
  const secrets = localSecrets(dataDir)
  const marker = (name: string) => path.join(dataDir, `crashed-${name}`)
  const launched = await launchStack({
    root,
    dataDir,
    env: testEnvironment(options, space),
    secrets,
    adminPassword: 'prankmaster',
    databasePrefix: space.databasePrefix,
    queuePrefix: space.queuePrefix,
    host: '127.0.0.1',
    gatewayPort,
    publicUrl: baseUrl,
    sandbox: { port: sandboxPort, publicUrl: sandboxUrl },
    webDist: await builtStore(dataDir),
    replicas,
    restart,
    watch: undefined,
    services,
    processEnv: withCrashPoints(options.env ?? {}, crashAt, marker),
    preloads: Object.fromEntries(Object.keys(crashAt).map((name) => [name, [crashAtFile]])),
  })
  const find = (name: string, replica = 0) => findProcess(launched, name, replica)
  return {
    baseUrl,
    sandboxUrl,
    mongodbUri: launched.engines.mongo.uri,
    amqpUrl: launched.engines.broker.url,
    databasePrefix: space.databasePrefix,
    queuePrefix: space.queuePrefix,
    adminPassword: 'prankmaster',
    secrets,
    processes: launched.processes,
    kill: (name, signal = 'SIGKILL', replica = 0) => find(name, replica).kill(signal),
    start: (name, replica) => find(name, replica).start(),
    crashed: (name) =>
      until(
        () => existsSync(marker(name)) && find(name).deaths > 0,
        `${name} did not die at ${crashAt[name]}`,
      ),
    waitUntilReady: () => launched.ready(),
    logs: (name, replica) => readFile(find(name, replica).spec.logFile, 'utf8'),
    async stop() {
      await launched.stop()
      await dropShared(options, space)
      await rm(dataDir, { recursive: true, force: true })
    },
  }
}

/** On servers of the stack's own nothing else lives: the namespace only keeps the names apart. */
function sharedNamespace({ ownMongo, ownBroker }: StartStackOptions): TestNamespace {
  return testNamespace({ ...(ownMongo && { mongodbUri: 'own' }), ...(ownBroker && { amqpUrl: 'own' }) })
}

async function dropShared({ ownMongo, ownBroker }: StartStackOptions, space: TestNamespace): Promise<void> {
  await space.drop({ databases: !ownMongo, topology: !ownBroker })
}

function testEnvironment(
  { ownMongo, ownBroker, env }: StartStackOptions,
  space: TestNamespace,
): NodeJS.ProcessEnv {
  const { MONGODB_URI: _mongo, AMQP_URL: _amqp, ...inherited } = process.env
  return {
    LOG_LEVEL: 'info',
    ...inherited,
    ...env?.all,
    ...(!ownMongo && { MONGODB_URI: space.mongodbUri }),
    ...(!ownBroker && { AMQP_URL: space.amqpUrl }),
  }
}

function withCrashPoints(
  env: Record<string, NodeJS.ProcessEnv>,
  crashAt: Record<string, string>,
  marker: (name: string) => string,
): Record<string, NodeJS.ProcessEnv> {
  const points = Object.entries(crashAt).map(([name, point]) => [
    name,
    { ...env[name], CRASH_AT: point, CRASH_MARKER: marker(name) },
  ])
  return { ...env, ...Object.fromEntries(points) }
}

function findProcess({ processes }: LaunchedStack, name: string, replica: number): SupervisedProcess {
  const found = processes.find(({ spec }) => spec.name === name && spec.replica === replica)
  if (found) return found
  const names = processes.map(({ spec }) => spec.name).join(', ')
  throw new StackError(`No process ${name} (replica ${replica}) in this stack; there are ${names}.`)
}

/** The built store, or, in a run that needs none, a page that says so. */
async function builtStore(dataDir: string): Promise<string> {
  const dist = path.join(root, 'web', 'dist')
  if (existsSync(path.join(dist, 'index.html'))) return dist
  const stub = path.join(dataDir, 'web')
  await mkdir(stub)
  await writeFile(
    path.join(stub, 'index.html'),
    '<!doctype html><title>PrankPost</title>The store is not built.',
  )
  return stub
}

async function until(condition: () => boolean, complaint: string): Promise<void> {
  const deadline = Date.now() + 30_000
  while (!condition()) {
    if (Date.now() > deadline) throw new StackError(`${complaint} within 30 s.`)
    await delay(20)
  }
}
