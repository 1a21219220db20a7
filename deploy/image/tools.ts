import { existsSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { findOnPath } from '../../packages/local-stack/src/processes/find-on-path.ts'
import { runCommand } from '../../packages/local-stack/src/processes/run-command.ts'

/** The build context is the whole checkout. */
const root = path.resolve(import.meta.dirname, '..', '..')

const { XDG_CACHE_HOME, HOME } = process.env
/** The folder for builds and downloads that all checkouts share. */
export const cacheFolder = path.join(
  XDG_CACHE_HOME || (HOME ? path.join(HOME, '.cache') : os.tmpdir()),
  'prankpost',
  'images',
)

const programs = ['buildah', 'debootstrap']

/**
 * Installs Debian's buildah and debootstrap, which build images without a container engine.
 * Returns the reason if that is not possible, else undefined.
 */
export async function provideTools(): Promise<string | undefined> {
  if (process.platform !== 'linux') return 'buildah runs on Linux only'
  if (process.getuid?.() !== 0) return 'a container without an engine requires root'
  const mount = ['--mount', 'mount', '-t', 'tmpfs', 'none', os.tmpdir()]
  const mayMount = await runCommand('unshare', mount).then(
    () => true,
    () => false,
  )
  if (!mayMount) return 'root has no permission to mount file systems here'
  return installMissing(programs.filter((program) => !findOnPath(program)))
}

async function installMissing(missing: string[]): Promise<string | undefined> {
  if (missing.length === 0) return undefined
  const aptGet = findOnPath('apt-get')
  if (!aptGet || !existsSync('/etc/debian_version')) return `there is no ${missing.join(' and no ')}`
  const env = { DEBIAN_FRONTEND: 'noninteractive' }
  try {
    await runCommand(aptGet, ['-q', 'update'], { env })
    await runCommand(aptGet, ['-q', 'install', '-y', '--no-install-recommends', ...missing], {
      env,
      timeoutMs: 300_000,
    })
  } catch (error) {
    return `${missing.join(' and ')} could not be installed: ${reason(error)}`
  }
  return undefined
}

const store = ['--root', path.join(cacheFolder, 'store'), '--runroot', path.join(cacheFolder, 'run')]

/** Adds buildah's global arguments: images are stored separately from the system's. */
export const buildahArgs = (...args: string[]) => [...store, ...args]

/** Runs buildah and returns its output. */
export async function buildah(args: string[], timeoutMs = 60_000): Promise<string> {
  const printed = await runCommand('buildah', buildahArgs(...args), { cwd: root, timeoutMs })
  return printed.trim()
}

/** The last lines of an error message. */
export function reason(error: unknown): string {
  const text = error instanceof Error ? error.message : String(error)
  return text.trim().split('\n').slice(-6).join('\n')
}
