import { existsSync, globSync } from 'node:fs'
import path from 'node:path'
import { type ServiceName, serviceNames, services, variableOf } from '../../../../system.ts'
import { inheritable } from './inheritable.ts'
import type { StackOptions } from './launch.ts'
import type { Secrets } from './secrets.ts'

/** The address of services that are not part of this stack; no process listens there. */
const unusedAddress = 'http://127.0.0.1:9'

/** The default sender of mails, and the default receiver of mails to the operator. */
const localMailFrom = 'Order Desk <no-reply@order-desk.example>'
const localOperator = 'operator@order-desk.example'

interface MailCatcherPlace {
  port: number
  smtpPort: number
  folder: string
}

/** Processes of a stack reach each other here. */
const loopback = '127.0.0.1'

/** The settings that the environments of all services of a stack are built from. */
export interface StackSettings extends Omit<StackOptions, 'mail'> {
  mongodbUri: string
  amqpUrl: string
  /** The broker's address with a service's own user, if each service has one. */
  brokerUrlFor: ((service: string) => string) | undefined
  /** undefined: SMTP_URL names a mail server, or no service sends mails. */
  mail: MailCatcherPlace | undefined
  /** Each running service and the ports of its replicas. */
  servicePorts: Record<string, number[]>
}

/** The folders of `services/` that can be started; a new service requires no change here. */
export function discoverServices(root: string): string[] {
  return globSync('services/*/src/main.ts', { cwd: root })
    .map((file) => path.basename(path.dirname(path.dirname(file))))
    .sort()
}

/** The environment of one replica of a service. */
export function serviceEnvironment(
  service: string,
  port: number,
  settings: StackSettings,
): NodeJS.ProcessEnv {
  const { env, secrets, sandbox } = settings
  // A service that is not in system.ts (in a test) calls no other, and has no key.
  const { calls = [], needs = [], reaches } = services[service as ServiceName] ?? {}
  const own = ownSettings(settings)
  return {
    ...commonEnvironment(settings),
    ...addressesOf(calls, settings),
    HOST: loopback,
    PORT: String(port),
    MONGODB_URI: settings.mongodbUri,
    DATABASE_PREFIX: settings.databasePrefix,
    AMQP_URL: settings.brokerUrlFor?.(service) ?? settings.amqpUrl,
    ...(settings.brokerUrlFor && { AMQP_TOPOLOGY: 'given' }),
    QUEUE_PREFIX: settings.queuePrefix,
    SERVICE_PRIVATE_KEY: secrets.SERVICE_KEYS[service as ServiceName]?.privateKey ?? 'none',
    SERVICE_PUBLIC_KEYS: publicKeys(secrets),
    ...Object.fromEntries(needs.map((name) => [name, own[name] ?? env[name]])),
    ...(reaches === 'stripe' && sandbox && { STRIPE_API_BASE: `http://${loopback}:${sandbox.port}` }),
  }
}

/** The settings of single services that do not come from the stack's own environment. */
function ownSettings({ env, secrets, adminPassword, mail }: StackSettings): NodeJS.ProcessEnv {
  return {
    SESSION_PRIVATE_KEY: secrets.SESSION_PRIVATE_KEY,
    ADMIN_PASSWORD: adminPassword,
    ADDRESS_KEY: env.ADDRESS_KEY || secrets.ADDRESS_KEY,
    STRIPE_SECRET_KEY: secrets.STRIPE_SECRET_KEY,
    STRIPE_WEBHOOK_SECRET: secrets.STRIPE_WEBHOOK_SECRET,
    ...(mail && { SMTP_URL: `smtp://127.0.0.1:${mail.smtpPort}` }),
    MAIL_FROM: env.MAIL_FROM || localMailFrom,
    // With a real mail server there is no default: the operator's address is not known.
    OPERATOR_EMAIL: env.OPERATOR_EMAIL || (mail && localOperator) || '',
  }
}

const publicKeys = ({ SERVICE_KEYS }: Secrets) =>
  JSON.stringify(
    Object.fromEntries(Object.entries(SERVICE_KEYS).map(([name, { publicKey }]) => [name, publicKey])),
  )

/** The environment of the gateway. */
export function gatewayEnvironment(settings: StackSettings): NodeJS.ProcessEnv {
  // Set even if the admin is not built yet: its build may be in progress.
  const admin = path.join(settings.root, 'admin-web')
  return {
    ...commonEnvironment(settings),
    ...addressesOf([...serviceNames, ...Object.keys(settings.servicePorts)], settings),
    HOST: settings.host,
    PORT: String(settings.gatewayPort),
    WEB_DIST: settings.webDist,
    ...(existsSync(path.join(admin, 'package.json')) && { ADMIN_WEB_DIST: path.join(admin, 'dist') }),
  }
}

/** The environment of the Stripe sandbox. */
export function sandboxEnvironment(
  port: number,
  publicUrl: string,
  settings: StackSettings,
): NodeJS.ProcessEnv {
  return {
    ...commonEnvironment(settings),
    HOST: loopback,
    PORT: String(port),
    MONGODB_URI: settings.mongodbUri,
    DATABASE_PREFIX: settings.databasePrefix,
    STRIPE_WEBHOOK_SECRET: settings.secrets.STRIPE_WEBHOOK_SECRET,
    WEBHOOK_URL: `http://127.0.0.1:${settings.gatewayPort}/api/webhooks/stripe`,
    PUBLIC_SANDBOX_URL: publicUrl,
  }
}

/** The environment of the mail catcher. */
export function mailCatcherEnvironment(
  { port, smtpPort, folder }: MailCatcherPlace,
  settings: StackSettings,
): NodeJS.ProcessEnv {
  return {
    ...commonEnvironment(settings),
    HOST: loopback,
    PORT: String(port),
    SMTP_PORT: String(smtpPort),
    MAIL_DIR: folder,
  }
}

function commonEnvironment({ env, secrets, publicUrl }: StackSettings): NodeJS.ProcessEnv {
  return { ...inheritable(env), PUBLIC_URL: publicUrl, SESSION_PUBLIC_KEY: secrets.SESSION_PUBLIC_KEY }
}

/** The addresses of these services: of this stack, of its environment, or one at which nothing listens. */
function addressesOf(names: readonly string[], { env, servicePorts }: StackSettings): NodeJS.ProcessEnv {
  const addresses = names.map((name) => {
    const variable = `${variableOf(name)}_URL`
    const urls = servicePorts[name]?.map((port) => `http://${loopback}:${port}`)
    return [variable, urls?.join(',') ?? env[variable] ?? unusedAddress]
  })
  return Object.fromEntries(addresses)
}
