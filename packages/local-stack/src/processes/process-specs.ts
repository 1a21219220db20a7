import path from 'node:path'
import type { LaunchOptions } from './launch.ts'
import { crashAtFile, nodeArgs } from './node-command.ts'
import {
  gatewayEnvironment,
  mailCatcherEnvironment,
  type StackSettings,
  sandboxEnvironment,
  serviceEnvironment,
} from './service-environment.ts'
import type { ProcessSpec } from './supervised-process.ts'

/** The process that receives mails if there is no mail server. */
export const mailCatcherName = 'mail-catcher'

/** Every replica of every service. */
export function serviceSpecs(options: LaunchOptions, settings: StackSettings): ProcessSpec[] {
  return Object.entries(settings.servicePorts).flatMap(([name, ports]) =>
    ports.map((port, replica) => {
      const folder = path.join(options.root, 'services', name)
      const env = serviceEnvironment(name, port, settings)
      return nodeSpec(options, { name, replica, port, folder, env })
    }),
  )
}

/** The Stripe sandbox, if it replaces Stripe. */
export function sandboxSpecs(options: LaunchOptions, settings: StackSettings): ProcessSpec[] {
  if (!options.sandbox) return []
  const { port, publicUrl } = options.sandbox
  const folder = path.join(options.root, 'packages', 'stripe-sandbox')
  const env = sandboxEnvironment(port, publicUrl, settings)
  return [nodeSpec(options, { name: 'sandbox', replica: 0, port, folder, env })]
}

/** The mail catcher, if there is no mail server. */
export function mailCatcherSpecs(options: LaunchOptions, settings: StackSettings): ProcessSpec[] {
  if (!settings.mail) return []
  const folder = path.join(options.root, 'packages', 'mail-catcher')
  const env = mailCatcherEnvironment(settings.mail, settings)
  const { port } = settings.mail
  return [nodeSpec(options, { name: mailCatcherName, replica: 0, port, folder, env })]
}

/** The gateway. */
export function gatewaySpec(options: LaunchOptions, settings: StackSettings): ProcessSpec {
  const folder = path.join(options.root, 'gateway')
  const env = gatewayEnvironment(settings)
  const place = { name: 'gateway', replica: 0, port: options.gatewayPort, folder, env }
  const spec = nodeSpec(options, place)
  // The gateway is ready only when every service is. If only some services run, each is checked by itself.
  return options.services === undefined ? spec : { ...spec, isReady: () => answersOk(`${spec.url}/healthz`) }
}

/** Vite's dev server for the store, in watch mode. */
export function viteSpecs({ root, dataDir, env, gatewayPort, watch }: LaunchOptions): ProcessSpec[] {
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

const compileCache = (root: string) => path.join(root, 'node_modules', '.cache', 'node-compile')

interface NodeProcess {
  name: string
  replica: number
  port: number
  folder: string
  env: NodeJS.ProcessEnv
}

function nodeSpec(options: LaunchOptions, { name, replica, port, folder, env }: NodeProcess): ProcessSpec {
  const { dataDir, watch, processEnv = {}, crashRequests } = options
  const url = `http://127.0.0.1:${port}`
  const logName = replica === 0 ? name : `${name}-${replica + 1}`
  const imports = crashRequests ? ['--import', crashAtFile] : []
  const main = path.join('src', 'main.ts')
  return {
    name,
    replica,
    port,
    url,
    command: process.execPath,
    args: watch ? ['--watch', '--watch-preserve-output', main] : [...imports, ...nodeArgs(main)],
    env: {
      NODE_COMPILE_CACHE: compileCache(options.root),
      ...env,
      ...(crashRequests && { CRASH_REQUEST_FILE: crashRequests(name) }),
      ...processEnv[name],
    },
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
