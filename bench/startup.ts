import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { freePort } from '@prankpost/local-stack'
import { treeMemory } from './memory.ts'
import { type Range, rangeOf, round } from './repeat.ts'

const root = fileURLToPath(new URL('..', import.meta.url))
const patienceMs = 180_000

/**
 * Measures the seconds from `npm start` to `ready`, in a data folder that was used before. The first start creates
 * the databases and builds the front ends, and is not counted. After the last start, it also measures the memory (PSS) of
 * everything that `npm start` runs, once it has been idle for `restMs`.
 */
export async function measureStartup(
  runs: number,
  restMs: number,
): Promise<{ warmSeconds: Range; idleMb: number }> {
  const dataDir = await mkdtemp(path.join(os.tmpdir(), 'prankpost-bench-'))
  try {
    await startAndStop(dataDir)
    const seconds: number[] = []
    let idleMb = 0
    for (let run = 0; run < runs; run++) {
      const isLast = run === runs - 1
      const whileReady = async (pid: number) => {
        if (!isLast) return
        await sleep(restMs)
        idleMb = treeMemory(pid)
      }
      seconds.push(round(await startAndStop(dataDir, whileReady), 2))
    }
    return { warmSeconds: rangeOf(seconds), idleMb }
  } finally {
    await rm(dataDir, { recursive: true, force: true })
  }
}

/**
 * Runs `npm start` until it is ready and `whileReady` is done, then stops it as Ctrl-C does. Returns the time until it
 * was ready.
 */
async function startAndStop(
  dataDir: string,
  whileReady: (pid: number) => Promise<void> = async () => {},
): Promise<number> {
  const { MONGODB_URI: _mongo, AMQP_URL: _amqp, ...inherited } = process.env
  const ports = ['GATEWAY_PORT', 'STRIPE_SANDBOX_PORT', 'MAIL_CATCHER_PORT']
  const own = await Promise.all(ports.map(async (name) => [name, String(await freePort())] as const))
  const start = performance.now()
  // A separate session, so that Ctrl-C reaches npm and its child processes, and not the bench.
  const npm = spawn('npm', ['start'], {
    cwd: root,
    env: { ...inherited, ...Object.fromEntries(own), DATA_DIR: dataDir },
    detached: true,
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const ended = once(npm, 'close')
  let said = ''
  const ready = new Promise<number>((resolve, reject) => {
    // The output is read to its end: the launcher could not shut down cleanly with a closed pipe.
    for (const stream of [npm.stdout, npm.stderr]) {
      stream.on('data', (chunk) => {
        said += chunk
        if (said.includes('is ready')) resolve((performance.now() - start) / 1_000)
      })
    }
    ended.then(() => reject(new Error(`npm start ended before it was ready: ${said}`)), reject)
  })
  const timer = setTimeout(() => interrupt(npm), patienceMs)
  try {
    const seconds = await ready
    await whileReady(Number(npm.pid))
    return seconds
  } finally {
    clearTimeout(timer)
    interrupt(npm)
    await ended
  }
}

/** Like Ctrl-C: sends the signal to npm and its child processes. */
function interrupt({ pid, exitCode, signalCode }: ChildProcess): void {
  if (pid !== undefined && exitCode === null && signalCode === null) process.kill(-pid, 'SIGINT')
}
