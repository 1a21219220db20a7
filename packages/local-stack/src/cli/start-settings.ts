import path from 'node:path'
import { discoverServices } from '../processes/service-environment.ts'
import { StackError } from '../stack-error.ts'
import type { CliOptions } from './cli-options.ts'
import { portFrom } from './preflight.ts'

/** What the command line and the environment say about the stack. */
export interface Settings {
  dataDir: string
  host: string
  gatewayPort: number
  baseUrl: string
  publicUrl: string
  sandbox: { port: number; publicUrl: string } | undefined
  mail: { port: number } | undefined
  /** Only while developing: where Vite serves the store. */
  watch: { webPort: number } | undefined
}

/** Reads them, with the defaults of `npm start`. @throws {StackError} when a port is none */
export function settingsFrom(root: string, env: NodeJS.ProcessEnv, { watch }: CliOptions): Settings {
  const gatewayPort = portFrom(env, 'GATEWAY_PORT', 8080)
  const sandboxPort = portFrom(env, 'STRIPE_SANDBOX_PORT', 8090)
  const baseUrl = `http://localhost:${gatewayPort}`
  const webPort = portFrom(env, 'DEV_WEB_PORT', 5173)
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
    mail: env.SMTP_URL || !sendsMails ? undefined : { port: portFrom(env, 'MAIL_CATCHER_PORT', 8025) },
    watch: watch ? { webPort } : undefined,
  }
}

const loopback = ['127.0.0.1', 'localhost', '::1']

/** The local admin password stands in the README: it must not open a door that others can reach, or that guards real money. */
export function checkAdminPassword({ host, publicUrl, sandbox }: Settings, env: NodeJS.ProcessEnv): void {
  if (env.ADMIN_PASSWORD) return
  const isOpen = !loopback.includes(host) || !loopback.includes(new URL(publicUrl).hostname)
  if (!isOpen && sandbox !== undefined && env.NODE_ENV !== 'production') return
  throw new StackError(
    `With ${isOpen ? 'an address that others can reach' : 'real payments or in production'} the admin needs a password ` +
      'of its own: set ADMIN_PASSWORD to one of at least 8 characters.',
  )
}
