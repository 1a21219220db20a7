import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { setTimeout as delay } from 'node:timers/promises'
import { StackError } from '../stack-error.ts'
import { type LogFile, lastLines, openLog } from './log-file.ts'

/** How one process of the stack is run. */
export interface ProcessSpec {
  name: string
  /** 0 for the first, 1 for the second, ... */
  replica: number
  command: string
  args: string[]
  env: NodeJS.ProcessEnv
  cwd: string
  logFile: string
  port?: number
  url?: string
  /** `preloaded`: a Node process that preloads the guard module; `shell`: a small shell is its guard. */
  guard: 'preloaded' | 'shell'
  /** Whether the process is ready now; never throws. */
  isReady: () => Promise<boolean>
  /** A start that takes longer than this hangs, and the process is killed. Without a limit a start may take any time. */
  startLimitMs?: number
}

/** A process died (and is restarted in `restartInMs`), was restarted, or was given up. */
export type ProcessEvent =
  | { type: 'died'; name: string; replica: number; how: string; restartInMs: number | undefined }
  | { type: 'back'; name: string; replica: number; pid: number }
  | { type: 'gave-up'; name: string; replica: number; lines: string[] }

interface Options {
  restart: boolean
  onEvent?: (event: ProcessEvent) => void
  /** The pauses before a restart, by the number of deaths in a row; the last one holds for all others. */
  backoffsMs?: readonly [number, ...number[]]
}

const defaultBackoffsMs = [0, 200, 400, 800, 1_000] as const
const deathsBeforeGivingUp = 5

/**
 * Starts a process, watches it, restarts it when it dies, and stops it with all its children. However often it is
 * killed, it is restarted within about a second; it is given up only if it was never ready and exits by itself.
 */
export class SupervisedProcess {
  readonly spec: ProcessSpec
  readonly #options: Options
  #child: ChildProcess | undefined
  #log: LogFile | undefined
  #wanted = false
  #everReady = false
  #deaths = 0
  #deathsInRow = 0
  /** When its start has taken too long; never, once it was ready. */
  #hangsAt = Number.POSITIVE_INFINITY
  #failedStarts = 0
  #watching = false
  #gaveUp: StackError | undefined
  #timer: NodeJS.Timeout | undefined

  constructor(spec: ProcessSpec, options: Options) {
    this.spec = spec
    this.#options = options
  }

  /** The process id while it runs. */
  get pid(): number | undefined {
    return this.#child?.pid
  }

  /** How often it died without a call of `stop`. */
  get deaths(): number {
    return this.#deaths
  }

  /** Starts the process; does nothing if it is already running. */
  start(): void {
    this.#gaveUp = undefined
    this.#failedStarts = 0
    clearTimeout(this.#timer)
    this.#wanted = true
    if (!this.#child) this.#spawn()
  }

  /** Resolves once the process is ready; rejects with the end of its log if it cannot start or takes too long. */
  async ready(timeoutMs = 240_000): Promise<void> {
    const deadline = Date.now() + timeoutMs
    while (!(await this.#isReady())) {
      if (this.#gaveUp) throw this.#gaveUp
      if (!this.#wanted) throw new StackError(`${this.spec.name} was stopped.`)
      if (Date.now() > deadline) throw this.#failure(`is not ready after ${timeoutMs / 1000} s`)
      if (Date.now() > this.#hangsAt) this.killGroup()
      await delay(40)
    }
    this.#everReady = true
    this.#hangsAt = Number.POSITIVE_INFINITY
    this.#deathsInRow = 0
  }

  async #isReady(): Promise<boolean> {
    const child = this.#child
    // The process that answered may have been killed meanwhile: then wait for the next one.
    return child !== undefined && (await this.spec.isReady()) && this.#child === child
  }

  /** Sends a signal and resolves when the process has exited. With `restart` it is then restarted. */
  async kill(signal: NodeJS.Signals = 'SIGKILL'): Promise<void> {
    const child = this.#child
    if (!child) return
    const exited = once(child, 'exit')
    child.kill(signal)
    await exited
  }

  /** Stops the process permanently: SIGTERM, SIGKILL after the grace period, then SIGKILL to the rest of its group. */
  async stop(graceMs = 10_000): Promise<void> {
    this.#wanted = false
    clearTimeout(this.#timer)
    const child = this.#child
    if (child) {
      const timer = setTimeout(() => this.killGroup(), graceMs)
      await this.kill('SIGTERM')
      clearTimeout(timer)
    }
    this.#log?.close()
    this.#log = undefined
  }

  /** Kills the process and its children at once. */
  killGroup(): void {
    if (this.pid !== undefined) killGroup(this.pid)
  }

  /** Empties the log if it is too large. */
  boundLog(): void {
    this.#log?.bound()
  }

  #spawn(): void {
    const { command, args, env, cwd, guard, startLimitMs = Number.POSITIVE_INFINITY } = this.spec
    this.#log ??= openLog(this.spec.logFile)
    const { fd } = this.#log
    // Its own session: Ctrl-C in the terminal reaches only the launcher, which stops everything in order.
    const child = spawn(command, args, { env, cwd, detached: true, stdio: ['pipe', fd, fd] })
    this.#child = child
    this.#hangsAt = Date.now() + startLimitMs
    const shell = guard === 'shell' && child.pid ? startShellGuard(child.pid) : undefined
    child.stdin?.on('error', () => {})
    child.once('error', (error) => this.#onGone(child, shell, error.message))
    child.once('exit', (code, signal) => this.#onGone(child, shell, signal ?? `exit code ${code}`))
    if (this.#everReady && child.pid) this.#emit({ type: 'back', ...this.#identity(), pid: child.pid })
  }

  #onGone(child: ChildProcess, shell: ChildProcess | undefined, how: string): void {
    if (this.#child !== child) return
    this.#child = undefined
    if (shell?.pid) killGroup(shell.pid)
    if (child.pid) killGroup(child.pid)
    if (!this.#wanted) return
    this.#deaths += 1
    this.#deathsInRow += 1
    if (!this.#options.restart) {
      this.#wanted = false
      if (!this.#everReady) this.#gaveUp = this.#failure(`died (${how})`)
      this.#emit({ type: 'died', ...this.#identity(), how, restartInMs: undefined })
    } else if (this.#cannotStart(how)) {
      this.#giveUp(how)
    } else {
      this.#restartLater(how)
    }
  }

  /** Whether it was never ready and keeps exiting by itself; kills from outside do not count. */
  #cannotStart(how: string): boolean {
    if (!this.#everReady && how !== 'SIGKILL') this.#failedStarts += 1
    return !this.#everReady && this.#failedStarts >= deathsBeforeGivingUp
  }

  #restartLater(how: string): void {
    const { backoffsMs = defaultBackoffsMs } = this.#options
    const restartInMs = backoffsMs[this.#deathsInRow - 1] ?? backoffsMs.at(-1)
    this.#emit({ type: 'died', ...this.#identity(), how, restartInMs })
    this.#timer = setTimeout(() => this.#restart(), restartInMs)
  }

  #restart(): void {
    if (!this.#wanted || !this.#log) return
    this.#spawn()
    this.#watch()
  }

  /** Records when it is ready again. One watch is enough, however often it is killed meanwhile. */
  #watch(): void {
    if (this.#watching) return
    this.#watching = true
    this.ready()
      .catch(() => {})
      .finally(() => {
        this.#watching = false
      })
  }

  #giveUp(how: string): void {
    this.#wanted = false
    this.#gaveUp = this.#failure(`keeps dying at its start (${how})`)
    this.#emit({ type: 'gave-up', ...this.#identity(), lines: lastLines(this.spec.logFile, 12) })
  }

  #failure(what: string): StackError {
    const lines = lastLines(this.spec.logFile, 12).map((line) => `  ${line}`)
    const log = lines.length > 0 ? `The end of its log:\n${lines.join('\n')}` : 'It wrote no log.'
    return new StackError(`${this.spec.name} ${what}. ${log}\nLog: ${this.spec.logFile}`)
  }

  #identity() {
    return { name: this.spec.name, replica: this.spec.replica }
  }

  #emit(event: ProcessEvent): void {
    this.#options.onEvent?.(event)
  }
}

/** Kills a process group, if it still exists. */
export function killGroup(pid: number): void {
  try {
    process.kill(-pid, 'SIGKILL')
  } catch {
    // No such group: no process is left.
  }
}

/** A shell that waits until the launcher's end of its input closes, and then ends the process group. */
function startShellGuard(pid: number): ChildProcess {
  const script =
    'cat >/dev/null; kill -TERM "$0"; i=0; ' +
    'while kill -0 "$0" 2>/dev/null && [ $i -lt 100 ]; do sleep 0.1; i=$((i+1)); done; kill -9 -"$0"'
  const shell = spawn('/bin/sh', ['-c', script, String(pid)], {
    detached: true,
    stdio: ['pipe', 'ignore', 'ignore'],
  })
  shell.stdin?.on('error', () => {})
  shell.on('error', () => {})
  return shell
}
