import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { globSync, readdirSync, readFileSync, readlinkSync } from 'node:fs'
import path from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { runCommand } from '../../packages/local-stack/src/processes/run-command.ts'
import type { Image } from './build-image.ts'
import { buildah, buildahArgs } from './tools.ts'

/** A running container. */
export interface Container {
  /** Its output so far. */
  output(): string
  /** The main process's user and capabilities, and whether its file system is read-only. */
  identity(): { uid: string; capabilities: string; isReadOnly: boolean }
  /** The content of one of its folders. */
  list(folder: string): string[]
  /** Sends the image's stop signal to the main process only, as a container engine does. */
  stop(): void
  /** The exit code, once it has exited. */
  exitCode: Promise<number | null>
  /** Runs the image's health check and returns its exit code. */
  health(): Promise<number | null>
  /** Kills the main process if it still runs, and removes the container. */
  remove(): Promise<void>
}

/**
 * Runs an image with its user and command, a read-only file system and the host's network. buildah's chroot isolation
 * requires neither a container engine nor control groups. `tmpfs`: folders that are in memory.
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

/** The pid of the container's main process: buildah starts it as the only child of a helper. */
function mainProcess(child: ChildProcess): number | undefined {
  let pid = child.pid
  for (let helper = ''; pid !== undefined; [pid] = childrenOf(pid)) {
    if (helper.startsWith('buildah-chroot-exec')) return pid
    helper = read(`/proc/${pid}/cmdline`)
  }
  return undefined
}

function childrenOf(pid: number): number[] {
  // Each thread lists its own children.
  const lists = globSync(`/proc/${pid}/task/*/children`).map(read)
  return lists.flatMap((list) => list.split(' ').filter(Boolean).map(Number))
}

/** Remounts the container's files read-only in its mount namespace, because buildah has no option for it. */
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
    // The process has ended.
    return ''
  }
}
