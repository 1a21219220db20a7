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
  /** `preloaded`: a Node process whose arguments carry the guard module; for all others a small shell does its work. */
  guard: 'preloaded' | 'shell'
  /** Whether it does its work now; never throws. */
  isReady: () => Promise<boolean>
}

/** What a supervisor tells: a process died (and comes back in `restartInMs`), came back, or was given up. */
export type ProcessEvent =
  | { type: 'died'; name: string; replica: number; how: string; restartInMs: number | undefined }
  | { type: 'back'; name: string; replica: number; pid: number }
  | { type: 'gave-up'; name: string; replica: number; lines: string[] }

interface Options {
  restart: boolean
  onEvent?: (event: ProcessEvent) => void
}

const secondBackoffMs = 200
const longestBackoffMs = 1_000
const deathsBeforeGivingUp = 5

/**
 * One process that is started, watched, started again when it dies, and stopped with all its children. However
 * often it is killed, it comes back within about a second; only one that never worked and ends by itself is
 * given up.
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

  /** How often it died without being asked to stop. */
  get deaths(): number {
    return this.#deaths
  }

  /** Starts it, or does nothing when it runs already. */
  start(): void {
    this.#gaveUp = undefined
    this.#failedStarts = 0
    clearTimeout(this.#timer)
    this.#wanted = true
    if (!this.#child) this.#spawn()
  }

  /** Resolves once it does its work; rejects, with the end of its log, when it cannot start or takes too long. */
  async ready(timeoutMs = 90_000): Promise<void> {
    const deadline = Date.now() + timeoutMs
    while (!(await this.#works())) {
      if (this.#gaveUp) throw this.#gaveUp
      if (!this.#wanted) throw new StackError(`${this.spec.name} was stopped.`)
      if (Date.now() > deadline) throw this.#failure(`is not ready after ${timeoutMs / 1000} s`)
      await delay(40)
    }
    this.#everReady = true
    this.#deathsInRow = 0
  }

  async #works(): Promise<boolean> {
    const child = this.#child
    // The one that answered may have been killed meanwhile: then the next has to be waited for.
    return child !== undefined && (await this.spec.isReady()) && this.#child === child
  }

  /** Sends a signal and resolves when the process is gone. It comes back if it is supervised. */
  async kill(signal: NodeJS.Signals = 'SIGKILL'): Promise<void> {
    const child = this.#child
    if (!child) return
    const gone = once(child, 'exit')
    child.kill(signal)
    await gone
  }

  /** Stops it for good: SIGTERM, then SIGKILL after the grace, then whatever it left in its group. */
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

  /** Ends the process and all that it started, at once. */
  killGroup(): void {
    if (this.pid !== undefined) killGroup(this.pid)
  }

  /** Keeps its log within its bound. */
  boundLog(): void {
    this.#log?.bound()
  }

  #spawn(): void {
    const { command, args, env, cwd, guard } = this.spec
    this.#log ??= openLog(this.spec.logFile)
    const { fd } = this.#log
    // A session of its own: a Ctrl-C of the terminal reaches the launcher alone, which stops all in order.
    const child = spawn(command, args, { env, cwd, detached: true, stdio: ['pipe', fd, fd] })
    this.#child = child
    const shell = guard === 'shell' && child.pid ? startShellGuard(child.pid) : undefined
    child.stdin?.on('error', () => {})
    child.once('error', (error) => this.#onGone(child, shell, error.message))
    child.once('exit', (code, signal) => this.#onGone(child, shell, signal ?? `exit code ${code}`))
    if (this.#everReady && child.pid) this.#tell({ type: 'back', ...this.#who(), pid: child.pid })
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
      this.#tell({ type: 'died', ...this.#who(), how, restartInMs: undefined })
    } else if (this.#cannotStart(how)) {
      this.#giveUp(how)
    } else {
      this.#restartLater(how)
    }
  }

  /** Whether it has never worked and keeps ending by itself; somebody who kills it says nothing about that. */
  #cannotStart(how: string): boolean {
    if (!this.#everReady && how !== 'SIGKILL') this.#failedStarts += 1
    return !this.#everReady && this.#failedStarts >= deathsBeforeGivingUp
  }

  #restartLater(how: string): void {
    const next = secondBackoffMs * 2 ** (this.#deathsInRow - 2)
    const restartInMs = this.#deathsInRow === 1 ? 0 : Math.min(next, longestBackoffMs)
    this.#tell({ type: 'died', ...this.#who(), how, restartInMs })
    this.#timer = setTimeout(() => this.#restart(), restartInMs)
  }

  #restart(): void {
    if (!this.#wanted || !this.#log) return
    this.#spawn()
    this.#watch()
  }

  /** Notes when it works again. One watch is enough, however often it is killed meanwhile. */
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
    this.#tell({ type: 'gave-up', ...this.#who(), lines: lastLines(this.spec.logFile, 12) })
  }

  #failure(what: string): StackError {
    const lines = lastLines(this.spec.logFile, 12).map((line) => `  ${line}`)
    const log = lines.length > 0 ? `The end of its log:\n${lines.join('\n')}` : 'It wrote no log.'
    return new StackError(`${this.spec.name} ${what}. ${log}\nLog: ${this.spec.logFile}`)
  }

  #who() {
    return { name: this.spec.name, replica: this.spec.replica }
  }

  #tell(event: ProcessEvent): void {
    this.#options.onEvent?.(event)
  }
}

/** Ends a process group, if there is still one. */
export function killGroup(pid: number): void {
  try {
    process.kill(-pid, 'SIGKILL')
  } catch {
    // No such group: nothing was left.
  }
}

/** A shell that waits for the launcher's end of its input to close, and then ends the process's group. */
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
