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

/** What `stack.json` tells other programs about the running stack. */
export type StackFile = z.infer<typeof stackFileSchema>

const launcherSchema = z.object({ pid: z.number().int().positive() })

/** Everything that a stack keeps in its data folder, and all that `--fresh` removes. */
const contents = ['launcher.json', 'stack.json', 'secrets.json', 'logs', 'mongodb', 'rabbitmq', 'mail']

/** The pid of the launcher that runs the stack in `dataDir`, if one does. */
export function runningLauncher(dataDir: string): number | undefined {
  const { data } = launcherSchema.safeParse(readJson(path.join(dataDir, 'launcher.json')))
  return data && data.pid !== process.pid && commandLine(data.pid).includes('local-stack')
    ? data.pid
    : undefined
}

/** Notes that this process now runs the stack. */
export function claimDataFolder(dataDir: string): void {
  mkdirSync(dataDir, { recursive: true })
  writeFileSync(path.join(dataDir, 'launcher.json'), `${JSON.stringify({ pid: process.pid })}\n`)
}

/** Replaces `stack.json` as a whole, so that nobody reads half of it. */
export function writeStackFile(dataDir: string, stack: StackFile): void {
  const file = path.join(dataDir, 'stack.json')
  writeFileSync(`${file}.new`, `${JSON.stringify(stack, null, 2)}\n`, { mode: 0o600 })
  renameSync(`${file}.new`, file)
}

/** The stack runs no more: `stack.json` and the note about its launcher go. */
export function releaseDataFolder(dataDir: string): void {
  for (const name of ['stack.json', 'launcher.json']) rmSync(path.join(dataDir, name), { force: true })
}

/** Removes what stacks keep in the folder, and nothing else that may lie there. */
export function emptyDataFolder(dataDir: string): void {
  for (const name of contents) rmSync(path.join(dataDir, name), { recursive: true, force: true })
}

/**
 * Ends processes that an earlier stack left behind when its launcher was killed, and gives their names.
 * A pid that belongs to some other program by now is left alone.
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

/** The processes of a stack carry this package's folder, their data folder or its id in their command lines. */
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
    // Gone in between.
  }
}

function readJson(file: string): unknown {
  try {
    return JSON.parse(readFileSync(file, 'utf8'))
  } catch {
    return undefined
  }
}
