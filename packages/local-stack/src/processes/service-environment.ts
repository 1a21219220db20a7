import { existsSync, globSync } from 'node:fs'
import path from 'node:path'
import { type ServiceName, serviceNames } from '@prankpost/contracts/services'
import { inheritable } from './inheritable.ts'
import type { Secrets } from './secrets.ts'

/** Nobody listens here: where a service is that is not part of this stack. */
const nowhere = 'http://127.0.0.1:9'

/** Whom mails come from where nobody says so. */
const localMailFrom = 'PrankPost <no-reply@prankpost.example>'

interface MailCatcherPlace {
  port: number
  smtpPort: number
  folder: string
}

/** The IPv4 address of a process: a service, `sandbox`, `mail-catcher` or `gateway`. */
type AddressOf = (name: string, replica: number) => string

const here: AddressOf = () => '127.0.0.1'

/** What the environments of all services of one stack are made from. */
export interface StackSettings {
  root: string
  /** The environment that the stack itself runs in. */
  env: NodeJS.ProcessEnv
  secrets: Secrets
  adminPassword: string
  mongodbUri: string
  amqpUrl: string
  /** The broker's address under a service's own user, where each has one. */
  brokerUrlFor: ((service: string) => string) | undefined
  databasePrefix: string
  queuePrefix: string
  host: string
  gatewayPort: number
  publicUrl: string
  /** undefined: real Stripe, the sandbox is not started. */
  sandbox: { port: number; publicUrl: string } | undefined
  /** undefined: SMTP_URL names a mail server, or nobody sends mails. */
  mail: MailCatcherPlace | undefined
  /** Each running service and the ports of its replicas. */
  servicePorts: Record<string, number[]>
  /** The address that a process listens on, where not all of them are on this one host. */
  addressOf?: AddressOf
  webDist: string
}

/** The folders of `services/` that can be started; a new service needs no change here. */
export function discoverServices(root: string): string[] {
  return globSync('services/*/src/main.ts', { cwd: root })
    .map((file) => path.basename(path.dirname(path.dirname(file))))
    .sort()
}

/** The variable in which others find a service: `subscription-logs` -> `SUBSCRIPTION_LOGS_URL`. */
function urlVariable(service: string): string {
  return `${service.toUpperCase().replaceAll('-', '_')}_URL`
}

/** The environment of one replica of a service. */
export function serviceEnvironment(
  service: string,
  { port, replica = 0 }: { port: number; replica?: number },
  settings: StackSettings,
): NodeJS.ProcessEnv {
  const { secrets, sandbox, mail, addressOf = here } = settings
  return {
    ...commonEnvironment(settings),
    HOST: addressOf(service, replica),
    PORT: String(port),
    MONGODB_URI: settings.mongodbUri,
    DATABASE_PREFIX: settings.databasePrefix,
    AMQP_URL: settings.brokerUrlFor?.(service) ?? settings.amqpUrl,
    ...(settings.brokerUrlFor && { AMQP_TOPOLOGY: 'given' }),
    QUEUE_PREFIX: settings.queuePrefix,
    SERVICE_PRIVATE_KEY: keyOf(service, secrets),
    SERVICE_PUBLIC_KEYS: publicKeys(secrets),
    ...(service === 'auth' && {
      SESSION_PRIVATE_KEY: secrets.SESSION_PRIVATE_KEY,
      ADMIN_PASSWORD: settings.adminPassword,
    }),
    ...(service === 'payment' && {
      STRIPE_SECRET_KEY: secrets.STRIPE_SECRET_KEY,
      STRIPE_WEBHOOK_SECRET: secrets.STRIPE_WEBHOOK_SECRET,
      ...(sandbox && { STRIPE_API_BASE: `http://${addressOf('sandbox', 0)}:${sandbox.port}` }),
    }),
    ...(service === 'notification' && {
      SMTP_URL: mail ? `smtp://127.0.0.1:${mail.smtpPort}` : settings.env.SMTP_URL,
      MAIL_FROM: settings.env.MAIL_FROM || localMailFrom,
    }),
  }
}

// A folder that the contract does not know (in a test) has no key: nobody lets it call.
const keyOf = (service: string, { SERVICE_KEYS }: Secrets) =>
  SERVICE_KEYS[service as ServiceName]?.privateKey ?? 'none'

const publicKeys = ({ SERVICE_KEYS }: Secrets) =>
  JSON.stringify(
    Object.fromEntries(Object.entries(SERVICE_KEYS).map(([name, { publicKey }]) => [name, publicKey])),
  )

/** The environment of the gateway. */
export function gatewayEnvironment(settings: StackSettings): NodeJS.ProcessEnv {
  // Whether it is built already does not count: that may be under way at this moment.
  const admin = path.join(settings.root, 'admin-web')
  return {
    ...commonEnvironment(settings),
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
  const { addressOf = here } = settings
  return {
    ...commonEnvironment(settings),
    HOST: addressOf('sandbox', 0),
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
  const { addressOf = here } = settings
  return {
    ...commonEnvironment(settings),
    HOST: addressOf('mail-catcher', 0),
    PORT: String(port),
    SMTP_PORT: String(smtpPort),
    MAIL_DIR: folder,
  }
}

function commonEnvironment({
  env,
  secrets,
  publicUrl,
  servicePorts,
  addressOf = here,
}: StackSettings): NodeJS.ProcessEnv {
  return {
    ...Object.fromEntries(serviceNames.map((service) => [urlVariable(service), nowhere])),
    ...inheritable(env),
    ...runningServices(servicePorts, addressOf),
    PUBLIC_URL: publicUrl,
    SESSION_PUBLIC_KEY: secrets.SESSION_PUBLIC_KEY,
  }
}

function runningServices(servicePorts: Record<string, number[]>, addressOf: AddressOf): NodeJS.ProcessEnv {
  return Object.fromEntries(
    Object.entries(servicePorts).map(([service, ports]) => [
      urlVariable(service),
      ports.map((port, replica) => `http://${addressOf(service, replica)}:${port}`).join(','),
    ]),
  )
}
