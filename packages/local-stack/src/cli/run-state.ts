import { execFileSync } from 'node:child_process'
import { mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { z } from 'zod'
import { stackId } from '../engines/socket-folder.ts'
import { killGroup } from '../processes/supervised-process.ts'

const processSchema = z.object({
  name: z.string(),
  replica: z.number(),
  pid: z.number().int().positive(),
  port: z.number().optional(),
  url: z.string().optional(),
})

const stackFileSchema = z.object({
  baseUrl: z.string(),
  sandboxUrl: z.string().nullable(),
  /** Where caught mails are shown. */
  mailUrl: z.string().nullable().default(null),
  mongodbUri: z.string(),
  amqpUrl: z.string(),
  processes: z.array(processSchema),
})

/** The content of `stack.json`, which describes the running stack to other programs. */
export type StackFile = z.infer<typeof stackFileSchema>

const launcherSchema = z.object({ pid: z.number().int().positive() })

/** The files and folders of a stack in its data folder; `--fresh` removes exactly these. */
const contents = ['launcher.json', 'stack.json', 'secrets.json', 'logs', 'mongodb', 'rabbitmq', 'mail']

/** Programs that hold a data folder: the launcher, and a restore. */
const holders = /local-stack|backup\/src\/main\.ts/

/** The pid of the launcher that runs the stack in `dataDir`, or of the restore that fills it, if there is one. */
export function runningLauncher(dataDir: string): number | undefined {
  const { data } = launcherSchema.safeParse(readJson(path.join(dataDir, 'launcher.json')))
  return data && data.pid !== process.pid && holders.test(commandLine(data.pid)) ? data.pid : undefined
}

/** Records that this process now runs the stack. */
export function claimDataFolder(dataDir: string): void {
  mkdirSync(dataDir, { recursive: true })
  writeFileSync(path.join(dataDir, 'launcher.json'), `${JSON.stringify({ pid: process.pid })}\n`)
}

/** Replaces `stack.json` atomically, so that readers never see a partial file. */
export function writeStackFile(dataDir: string, stack: StackFile): void {
  const file = path.join(dataDir, 'stack.json')
  writeFileSync(`${file}.new`, `${JSON.stringify(stack, null, 2)}\n`, { mode: 0o600 })
  renameSync(`${file}.new`, file)
}

/** Removes `stack.json` and the launcher's pid file, after the stack has stopped. */
export function releaseDataFolder(dataDir: string): void {
  for (const name of ['stack.json', 'launcher.json']) rmSync(path.join(dataDir, name), { force: true })
}

/** Removes the stack's files from the folder, and nothing else. */
export function emptyDataFolder(dataDir: string): void {
  for (const name of contents) rmSync(path.join(dataDir, name), { recursive: true, force: true })
}

/**
 * Ends processes that an earlier stack left behind when its launcher was killed, and returns their names.
 * A pid that now belongs to another program is left alone.
 */
export async function endLeftovers(dataDir: string): Promise<string[]> {
  const { data } = stackFileSchema.safeParse(readJson(path.join(dataDir, 'stack.json')))
  const leftovers = (data?.processes ?? []).filter(({ pid }) => belongsToStack(pid, dataDir))
  for (const { pid } of leftovers) signal(pid, 'SIGTERM')
  const deadline = Date.now() + 8_000
  while (Date.now() < deadline && leftovers.some(({ pid }) => belongsToStack(pid, dataDir))) await delay(50)
  for (const { pid } of leftovers) if (belongsToStack(pid, dataDir)) killGroup(pid)
  return leftovers.map(({ name }) => name)
}

/** The command line of a stack's process contains this package's folder, its data folder or the folder's id. */
function belongsToStack(pid: number, dataDir: string): boolean {
  const line = commandLine(pid)
  const here = fileURLToPath(new URL('..', import.meta.url))
  return line !== '' && [here, dataDir, stackId(dataDir)].some((mark) => line.includes(mark))
}

/** The command line of a process, empty when there is no such process. */
export function commandLine(pid: number): string {
  try {
    if (process.platform === 'linux')
      return readFileSync(`/proc/${pid}/cmdline`, 'utf8').replaceAll('\0', ' ').trim()
    return execFileSync('ps', ['-o', 'command=', '-p', String(pid)], { encoding: 'utf8' }).trim()
  } catch {
    return ''
  }
}

function signal(pid: number, name: NodeJS.Signals): void {
  try {
    process.kill(pid, name)
  } catch {
    // The process has ended meanwhile.
  }
}

function readJson(file: string): unknown {
  try {
    return JSON.parse(readFileSync(file, 'utf8'))
  } catch {
    return undefined
  }
}
