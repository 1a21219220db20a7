import { existsSync, mkdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { parseEnv } from 'node:util'
import { type LaunchedStack, launchStack } from '../processes/launch.ts'
import { mailCatcherName } from '../processes/process-specs.ts'
import { localSecrets, type Secrets } from '../processes/secrets.ts'
import { StackError } from '../stack-error.ts'
import { banner, eventLine } from './banner.ts'
import { type CliOptions, parseCliOptions, usage } from './cli-options.ts'
import { checkDisk, checkPorts } from './preflight.ts'
import { rehearsalEnvironment } from './rehearsal.ts'
import {
  claimDataFolder,
  emptyDataFolder,
  endLeftovers,
  releaseDataFolder,
  runningLauncher,
  writeStackFile,
} from './run-state.ts'
import { checkAdminPassword, type Settings, settingsFrom } from './start-settings.ts'

const localAdminPassword = 'prankmaster'

/** The folder of the stack, its arguments and environment, and the output. */
export interface StartInput {
  root: string
  argv: string[]
  env: NodeJS.ProcessEnv
  print: (text: string) => void
  /** Builds the front ends, while MongoDB and the broker start. */
  build: () => Promise<void>
  /** Aborts the start, until the stack is launched. */
  signal?: AbortSignal
  /** Adds the demo data (`--demo`); called once the stack is ready. */
  addDemo: (stack: DemoStack) => Promise<string>
}

/** The addresses that the demo's customer uses. */
export interface DemoStack {
  baseUrl: string
  /** undefined: real Stripe. */
  sandboxUrl: string | undefined
  /** undefined: mails are delivered. */
  mailUrl: string | undefined
}

/** A stack that was started from the command line. */
export interface StartedStack {
  stop(): Promise<void>
  hurry(): void
}

/**
 * Runs `npm start`: checks the settings, starts everything, and prints the banner once everything is ready.
 * `onLaunched` receives the stack as soon as there is something to stop.
 * @throws {StackError} with the solution, when the machine or the settings do not allow it
 */
export async function startFromCommandLine(
  input: StartInput,
  onLaunched: (stack: StartedStack) => void,
): Promise<StartedStack | undefined> {
  const startedAt = Date.now()
  const options = parseCliOptions(input.argv)
  if (options.help) {
    input.print(usage)
    return undefined
  }
  const given = { ...dotEnv(input.root), ...input.env }
  const env = options.rehearsal ? rehearsalEnvironment(given) : given
  const settings = settingsFrom(input.root, env, options)
  checkAdminPassword(settings, env)
  await prepareDataFolder(settings, options, input.print)
  const launched = await launchWith(input, options, env, settings)
  const stack = stoppable(launched, settings.dataDir)
  onLaunched(stack)
  await launched.ready()
  writeStackFile(settings.dataDir, describe(launched, settings))
  if (options.demo) {
    const { baseUrl, sandbox } = settings
    const mailUrl = mailUrlOf(launched)
    input.print(await input.addDemo({ baseUrl, sandboxUrl: sandbox?.publicUrl, mailUrl }))
  }
  input.print(bannerText(launched, settings, input.root, env, (Date.now() - startedAt) / 1000))
  return stack
}

async function prepareDataFolder(settings: Settings, { fresh }: CliOptions, print: (text: string) => void) {
  const { dataDir, host, gatewayPort, sandbox, mail, watch } = settings
  const other = runningLauncher(dataDir)
  if (other) {
    throw new StackError(
      `PrankPost runs already (pid ${other}, data in ${dataDir}). Stop it with Ctrl-C where it was started, or set ` +
        'DATA_DIR, GATEWAY_PORT, STRIPE_SANDBOX_PORT and MAIL_CATCHER_PORT to run a second one.',
    )
  }
  mkdirSync(dataDir, { recursive: true })
  const leftovers = await endLeftovers(dataDir)
  if (leftovers.length > 0) print(`Ended what an earlier run left behind: ${leftovers.join(', ')}.`)
  checkDisk(dataDir)
  await checkPorts([
    { port: gatewayPort, host, what: 'store', variable: 'GATEWAY_PORT' },
    ...(sandbox
      ? [{ port: sandbox.port, host: '127.0.0.1', what: 'Stripe sandbox', variable: 'STRIPE_SANDBOX_PORT' }]
      : []),
    ...(mail
      ? [{ port: mail.port, host: '127.0.0.1', what: 'mail page', variable: 'MAIL_CATCHER_PORT' }]
      : []),
    ...(watch
      ? [{ port: watch.webPort, host: '127.0.0.1', what: 'dev server', variable: 'DEV_WEB_PORT' }]
      : []),
  ])
  if (fresh) emptyDataFolder(dataDir)
  claimDataFolder(dataDir)
}

async function launchWith(
  { root, print, build, signal }: StartInput,
  { replicas }: CliOptions,
  env: NodeJS.ProcessEnv,
  settings: Settings,
): Promise<LaunchedStack> {
  let launched: LaunchedStack | undefined
  const logs = path.join(settings.dataDir, 'logs')
  try {
    launched = await launchStack({
      ...settings,
      root,
      env: { NODE_ENV: 'development', ...env },
      secrets: secretsFrom(env, settings.dataDir),
      adminPassword: env.ADMIN_PASSWORD || localAdminPassword,
      databasePrefix: env.DATABASE_PREFIX || 'prankpost',
      queuePrefix: env.QUEUE_PREFIX || '',
      webDist: path.join(root, 'web', 'dist'),
      replicas,
      restart: true,
      meanwhile: build,
      signal,
      onEvent(event) {
        print(eventLine(event, logs))
        if (event.type === 'back' && launched) rewriteStackFile(launched, settings, print)
      },
    })
    return launched
  } catch (error) {
    releaseDataFolder(settings.dataDir)
    throw error
  }
}

/** A full disk does not end a running stack: the next restart of a process writes the file again. */
function rewriteStackFile(launched: LaunchedStack, settings: Settings, print: (text: string) => void): void {
  try {
    writeStackFile(settings.dataDir, describe(launched, settings))
  } catch (error) {
    print(
      `stack.json cannot be written: ${(error as Error).message}. It has an old process id until the next restart.`,
    )
  }
}

/** The local secrets; each may be overridden by the environment. */
function secretsFrom(env: NodeJS.ProcessEnv, dataDir: string): Secrets {
  const local = localSecrets(dataDir)
  const { SERVICE_KEYS: _own, ...named } = local
  const own = Object.fromEntries(Object.keys(named).flatMap((name) => (env[name] ? [[name, env[name]]] : [])))
  return { ...local, ...own }
}

function stoppable(launched: LaunchedStack, dataDir: string): StartedStack {
  return {
    async stop() {
      await launched.stop()
      releaseDataFolder(dataDir)
    },
    hurry: () => launched.hurry(),
  }
}

const mailUrlOf = (launched: LaunchedStack) => urlOf(mailCatcherName, launched)

function urlOf(name: string, { processes }: LaunchedStack): string | undefined {
  const port = processes.find(({ spec }) => spec.name === name)?.spec.port
  return port === undefined ? undefined : `http://localhost:${port}`
}

function describe(launched: LaunchedStack, { baseUrl, sandbox }: Settings) {
  const { engines, processes } = launched
  return {
    baseUrl,
    sandboxUrl: sandbox?.publicUrl ?? null,
    mailUrl: mailUrlOf(launched) ?? null,
    mongodbUri: engines.mongo.uri,
    amqpUrl: engines.broker.url,
    processes: processes.flatMap(({ pid, spec: { name, replica, port, url } }) =>
      pid === undefined ? [] : [{ name, replica, pid, port, url }],
    ),
  }
}

function bannerText(
  launched: LaunchedStack,
  { baseUrl, publicUrl, sandbox, dataDir }: Settings,
  root: string,
  env: NodeJS.ProcessEnv,
  seconds: number,
): string {
  const hasAdmin = existsSync(path.join(root, 'admin-web', 'dist'))
  return banner({
    baseUrl: publicUrl,
    adminUrl: hasAdmin ? `${baseUrl}/admin` : undefined,
    sandboxUrl: sandbox?.publicUrl,
    mailUrl: mailUrlOf(launched),
    dataDir,
    engines: launched.engines,
    adminPassword: env.ADMIN_PASSWORD ? undefined : localAdminPassword,
    seconds,
  })
}

function dotEnv(root: string): NodeJS.ProcessEnv {
  const file = path.join(root, '.env')
  return existsSync(file) ? parseEnv(readFileSync(file, 'utf8')) : {}
}
