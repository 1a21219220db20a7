import { existsSync, rmSync, writeFileSync } from 'node:fs'
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import {
  declareAll,
  freePort,
  type LaunchedStack,
  type LaunchOptions,
  launchStack,
  localSecrets,
  StackError,
  type SupervisedProcess,
} from '@prankpost/local-stack'
import { type TestNamespace, testNamespace } from './namespace.ts'

/** Which stack a test needs; by default all services, on the test run's MongoDB and broker. */
export interface StartStackOptions {
  /** Only these services (the gateway and the sandbox always run, the mail catcher only with notification). */
  services?: string[]
  /** The number of replicas of each service. */
  replicas?: number
  /** A separate MongoDB, for tests that kill it. */
  ownMongo?: boolean
  /** A separate broker, for tests that kill it. */
  ownBroker?: boolean
  /** Whether dead processes are restarted (default true); if not, `start` restarts them. */
  restart?: boolean
  /** Additional environment by process name; `all` applies to every process. */
  env?: Record<string, NodeJS.ProcessEnv>
  /**
   * The final change to the environment of each process, once it contains all addresses: use it to put a
   * proxy between a process and the servers that it calls.
   */
  rewire?: LaunchOptions['rewire']
  /**
   * Process name -> checkpoint at which the process dies, once: `{ order: 'relay:claimed' }`, `'relay:claimed#2'`.
   * Required, even if empty, for a stack whose processes are to die by `crashAt` later.
   */
  crashAt?: Record<string, string>
}

/** A running stack. Process names: mongodb, broker (if separate), sandbox, mail-catcher, gateway, service folders. */
export interface Stack {
  baseUrl: string
  sandboxUrl: string
  /** The mail catcher's address; it answers only if notification is part of the stack. */
  mailUrl: string
  mongodbUri: string
  amqpUrl: string
  databasePrefix: string
  queuePrefix: string
  adminPassword: string
  /** The shared secrets, for tests that sign webhooks or sessions themselves. */
  secrets: ReturnType<typeof localSecrets>
  processes: SupervisedProcess[]
  /** Sends a signal (SIGKILL by default) and resolves when that process has ended. */
  kill(name: string, signal?: NodeJS.Signals, replica?: number): Promise<void>
  /** Starts a process again that was killed with `restart: false`. */
  start(name: string, replica?: number): void
  /** Makes the process die at a checkpoint, once, from now on. One stack can test several points, one after another. */
  crashAt(name: string, point: string): void
  /** Resolves when the process of that name died at its latest `crashAt` point. */
  crashed(name: string): Promise<void>
  /** Resolves once every process is ready (again). */
  waitUntilReady(): Promise<void>
  /** The output of the process so far, including earlier starts. */
  logs(name: string, replica?: number): Promise<string>
  /** Stops everything and removes its data, databases and queues. */
  stop(): Promise<void>
}

const root = fileURLToPath(new URL('../../..', import.meta.url))

/**
 * Starts a stack in separate processes and resolves once it is ready.
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
  const mailPort = await freePort()
  const baseUrl = `http://127.0.0.1:${gatewayPort}`
  const sandboxUrl = `http://127.0.0.1:${sandboxPort}`
  const secrets = localSecrets(dataDir)
  const crashRequestFile = (name: string) => path.join(dataDir, `crash-${name}`)
  const requestCrash = (name: string, point: string) => {
    rmSync(`${crashRequestFile(name)}.done`, { force: true })
    writeFileSync(crashRequestFile(name), point)
  }
  for (const [name, point] of Object.entries(crashAt)) requestCrash(name, point)
  if (!options.ownBroker) await declareAll(space.amqpUrl, space.queuePrefix)
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
    mail: { port: mailPort },
    webDist: await builtStore(dataDir),
    replicas,
    restart,
    watch: undefined,
    services: services && withConsent(services),
    processEnv: options.env,
    rewire: options.rewire,
    crashRequests: options.crashAt && crashRequestFile,
  })
  const find = (name: string, replica = 0) => findProcess(launched, name, replica)
  const deathsBefore = new Map<string, number>()
  const deathsOf = (name: string) =>
    launched.processes.filter(({ spec }) => spec.name === name).reduce((sum, { deaths }) => sum + deaths, 0)
  return {
    baseUrl,
    sandboxUrl,
    mailUrl: `http://127.0.0.1:${mailPort}`,
    mongodbUri: launched.engines.mongo.uri,
    amqpUrl: launched.engines.broker.url,
    databasePrefix: space.databasePrefix,
    queuePrefix: space.queuePrefix,
    adminPassword: 'prankmaster',
    secrets,
    processes: launched.processes,
    kill: (name, signal = 'SIGKILL', replica = 0) => find(name, replica).kill(signal),
    start: (name, replica) => find(name, replica).start(),
    crashAt(name, point) {
      deathsBefore.set(name, deathsOf(name))
      requestCrash(name, point)
    },
    crashed: (name) =>
      until(
        () => existsSync(`${crashRequestFile(name)}.done`) && deathsOf(name) > (deathsBefore.get(name) ?? 0),
        `${name} did not die where it should`,
      ),
    waitUntilReady: () => launched.ready(),
    logs: (name, replica) => readFile(find(name, replica).spec.logFile, 'utf8'),
    async stop() {
      const { processes, engines } = launched
      const own = processes.filter((process) => !engines.processes.includes(process))
      // All at once and without a grace period: what they would still write is removed.
      await Promise.all(own.map((process) => process.stop(0)))
      await launched.stop()
      await dropShared(options, space)
      await rm(dataDir, { recursive: true, force: true })
    },
  }
}

/** A stack with its own servers has them to itself: the namespace only provides the names. */
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
    // A stack that runs at this hour would send a mail that no test expects.
    DIGEST_AT: 'off',
    // All customers of a test call from one address, often at the same moment.
    RATE_LIMIT_CALLS: '1000000',
    LOGIN_LIMIT: '1000000',
    HASH_WAITING_LIMIT: '1000',
    HASH_QUEUE_MS: '60000',
    // While the stack of another file starts, the broker may need a minute for an answer.
    UPSTREAM_TIMEOUT_MS: '120000',
    // Tests, bench and soak buy a lot with few customers. The limits per customer have their own tests.
    UNPAID_ORDER_LIMIT: '1000000',
    OPEN_SESSION_LIMIT: '1000000',
    // They also send a lot to few addresses, and list addresses from one network address.
    ADDRESS_CAP: '1000000',
    ADDRESS_SENDER_CAP: '1000000',
    DO_NOT_PRANK_LIMIT: '1000000',
    FUNNEL_LIMIT: '1000000',
    // All queues are declared once, and not by each service: that takes the broker seconds.
    ...(!ownBroker && { AMQP_TOPOLOGY: 'given' }),
    ...inherited,
    ...env?.all,
    ...(!ownMongo && { MONGODB_URI: space.mongodbUri }),
    ...(!ownBroker && { AMQP_URL: space.amqpUrl }),
  }
}

/** The services of a test, and consent if one of them asks it before parcels are created. */
const withConsent = (services: string[]) =>
  services.some((name) => ['order', 'contact', 'fulfilment'].includes(name))
    ? [...new Set([...services, 'consent'])]
    : services

function findProcess({ processes }: LaunchedStack, name: string, replica: number): SupervisedProcess {
  const found = processes.find(({ spec }) => spec.name === name && spec.replica === replica)
  if (found) return found
  const names = processes.map(({ spec }) => spec.name).join(', ')
  throw new StackError(`No process ${name} (replica ${replica}) in this stack; there are ${names}.`)
}

/** The built store, or, in a run without front ends, a page that says so. */
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
  const deadline = Date.now() + 180_000
  while (!condition()) {
    if (Date.now() > deadline) throw new StackError(`${complaint} within 180 s.`)
    await delay(20)
  }
}
