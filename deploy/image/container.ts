import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { globSync, readdirSync, readFileSync, readlinkSync } from 'node:fs'
import path from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { runCommand } from '../../packages/local-stack/src/processes/run-command.ts'
import type { Image } from './build-image.ts'
import { buildah, buildahArgs } from './tools.ts'

/** A container whose main process runs. */
export interface Container {
  /** All that it printed so far. */
  output(): string
  /** What the main process is to the kernel: its user, its capabilities, whether its file system can be written. */
  identity(): { uid: string; capabilities: string; isReadOnly: boolean }
  /** What lies in one of its folders. */
  list(folder: string): string[]
  /** Sends the image's stop signal to the main process, and to it alone, as an engine does. */
  stop(): void
  /** The exit code, once it ended. */
  exitCode: Promise<number | null>
  /** Runs the image's health check beside it; gives the exit code. */
  health(): Promise<number | null>
  /** Ends what still runs, and removes it. */
  remove(): Promise<void>
}

/**
 * Runs an image with its own user and command on a read-only file system, in the host's network: buildah's chroot
 * isolation needs neither an engine nor control groups. `tmpfs`: folders that are in memory.
 */
export async function startContainer(
  image: Image,
  { env, tmpfs }: { env: Record<string, string>; tmpfs: string[] },
): Promise<Container> {
  const container = await buildah(['from', '--pull-never', image.name])
  const mounts = tmpfs.flatMap((folder) => ['--mount', `type=tmpfs,destination=${folder}`])
  const variables = Object.entries(env).flatMap(([name, value]) => ['--env', `${name}=${value}`])
  const runArgs = (command: string[]) =>
    buildahArgs('run', '--isolation', 'chroot', ...mounts, ...variables, container, '--', ...command)

  const child = spawn('buildah', runArgs(image.command), { stdio: ['ignore', 'pipe', 'pipe'] })
  const exitCode = once(child, 'exit').then(([code]): number | null => code)
  let output = ''
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (text: string) => {
      output += text
    })
  }
  const end = async () => {
    if (child.exitCode === null) process.kill(mainProcess(child) ?? Number(child.pid), 'SIGKILL')
    await exitCode
    await buildah(['rm', container])
  }
  try {
    const pid = await startedProcess(child, () => output)
    await makeReadOnly(pid)
    return {
      output: () => output,
      identity: () => identityOf(pid),
      list: (folder) => readdirSync(path.join(`/proc/${pid}/root`, folder)),
      stop: () => void process.kill(pid, image.stopSignal),
      exitCode,
      async health() {
        const [kind, ...command] = image.healthcheck
        if (kind !== 'CMD') throw new Error(`The health check needs a shell: ${image.healthcheck}`)
        const [code] = await once(spawn('buildah', runArgs(command), { stdio: 'ignore' }), 'exit')
        return code
      },
      remove: end,
    }
  } catch (error) {
    await end()
    throw error
  }
}

async function startedProcess(child: ChildProcess, output: () => string): Promise<number> {
  for (const deadline = Date.now() + 20_000; Date.now() < deadline; await delay(20)) {
    const pid = mainProcess(child)
    if (pid !== undefined) return pid
    if (child.exitCode !== null) break
  }
  throw new Error(`The container did not start: ${output()}`)
}

/** The process that is the container's own: buildah starts it as the only child of a helper. */
function mainProcess(child: ChildProcess): number | undefined {
  let pid = child.pid
  for (let helper = ''; pid !== undefined; [pid] = childrenOf(pid)) {
    if (helper.startsWith('buildah-chroot-exec')) return pid
    helper = read(`/proc/${pid}/cmdline`)
  }
  return undefined
}

function childrenOf(pid: number): number[] {
  // Each thread knows those that it started.
  const lists = globSync(`/proc/${pid}/task/*/children`).map(read)
  return lists.flatMap((list) => list.split(' ').filter(Boolean).map(Number))
}

/** buildah has no switch for it: the container's files are mounted anew in its own mount namespace. */
async function makeReadOnly(pid: number): Promise<void> {
  const files = readlinkSync(`/proc/${pid}/root`)
  await runCommand('nsenter', ['--target', String(pid), '--mount', 'mount', '-o', 'remount,bind,ro', files])
}

function identityOf(pid: number) {
  const status = read(`/proc/${pid}/status`)
  const field = (name: string) => new RegExp(`^${name}:\\s+(\\w+)`, 'm').exec(status)?.[1] ?? ''
  const isReadOnly = / \/ \S+ ro[ ,]/.test(read(`/proc/${pid}/mounts`))
  return { uid: field('Uid'), capabilities: field('CapEff'), isReadOnly }
}

function read(file: string): string {
  try {
    return readFileSync(file, 'utf8')
  } catch {
    // The process is gone.
    return ''
  }
}
