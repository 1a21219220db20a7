import path from 'node:path'
import { others } from '../../../../system.ts'
import { discoverServices } from '../processes/service-environment.ts'
import { StackError } from '../stack-error.ts'
import type { CliOptions } from './cli-options.ts'
import { portFrom } from './preflight.ts'

/** The settings of the stack from the command line and the environment. */
export interface Settings {
  dataDir: string
  host: string
  gatewayPort: number
  baseUrl: string
  publicUrl: string
  sandbox: { port: number; publicUrl: string } | undefined
  mail: { port: number } | undefined
  /** In development only: the port where Vite serves the store. */
  watch: { webPort: number } | undefined
}

/** Reads the settings, with the defaults of `npm start`. @throws {StackError} when a port is invalid */
export function settingsFrom(root: string, env: NodeJS.ProcessEnv, { watch }: CliOptions): Settings {
  const gatewayPort = portOf(env, 'gateway')
  const sandboxPort = portOf(env, 'stripe-sandbox')
  const baseUrl = `http://localhost:${gatewayPort}`
  const webPort = portOf(env, 'web')
  const sendsMails = discoverServices(root).includes('notification')
  return {
    dataDir: path.resolve(root, env.DATA_DIR || '.local'),
    host: env.HOST || '127.0.0.1',
    gatewayPort,
    baseUrl,
    publicUrl: env.PUBLIC_URL || (watch ? `http://localhost:${webPort}` : baseUrl),
    sandbox: env.STRIPE_SECRET_KEY
      ? undefined
      : { port: sandboxPort, publicUrl: `http://localhost:${sandboxPort}` },
    mail: env.SMTP_URL || !sendsMails ? undefined : { port: portOf(env, 'mail-catcher') },
    watch: watch ? { webPort } : undefined,
  }
}

type Movable = 'gateway' | 'stripe-sandbox' | 'mail-catcher' | 'web'
const portOf = (env: NodeJS.ProcessEnv, name: Movable) =>
  portFrom(env, others[name].setting, others[name].port)

const loopback = ['127.0.0.1', 'localhost', '::1']

/**
 * Requires ADMIN_PASSWORD if the stack is reachable from other hosts or uses real Stripe: the default local password
 * is public, in the README.
 */
export function checkAdminPassword({ host, publicUrl, sandbox }: Settings, env: NodeJS.ProcessEnv): void {
  if (env.ADMIN_PASSWORD) return
  const isOpen = !loopback.includes(host) || !loopback.includes(new URL(publicUrl).hostname)
  if (!isOpen && sandbox !== undefined && env.NODE_ENV !== 'production') return
  throw new StackError(
    `With ${isOpen ? 'an address that others can reach' : 'real payments or in production'} the admin needs a password ` +
      'of its own: set ADMIN_PASSWORD to one of at least 8 characters.',
  )
}
