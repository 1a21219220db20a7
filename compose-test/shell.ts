import { spawn } from 'node:child_process'
import { once } from 'node:events'

export interface ShellOptions {
  cwd: string
  env: NodeJS.ProcessEnv
  signal: AbortSignal
  timeoutMs?: number
  /**
   * Resolves when the command must be interrupted as with Ctrl-C; it gets what the command wrote so far. Without it, the
   * command runs to its end.
   */
  interruptAfter?: (output: () => string) => Promise<unknown>
}

/** Runs a line in a shell, as a person would, and returns what it wrote. @throws when its exit code is not the expected one */
export async function runLine(line: string, options: ShellOptions): Promise<string> {
  const { cwd, env, signal, timeoutMs = 300_000, interruptAfter } = options
  signal.throwIfAborted()
  // A process group of its own, as in a terminal: an interrupt reaches every program of the line.
  const child = spawn('sh', ['-c', line], { cwd, env, detached: true, stdio: ['ignore', 'pipe', 'pipe'] })
  const send = (name: NodeJS.Signals) => {
    try {
      if (child.pid !== undefined) process.kill(-child.pid, name)
    } catch {
      // All programs of the line have ended.
    }
  }
  const chunks: Buffer[] = []
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => chunks.push(chunk))
  const output = () => Buffer.concat(chunks).toString('utf8')
  const interrupt = () => send('SIGINT')
  signal.addEventListener('abort', interrupt)
  const timer = setTimeout(interrupt, timeoutMs)
  const exited = once(child, 'exit')
  try {
    if (interruptAfter !== undefined) {
      await Promise.race([interruptAfter(output), exited])
      interrupt()
    }
    const [code] = await exited
    // 130 is the exit code after Ctrl-C; `docker compose up` also ends with 0.
    const wanted = interruptAfter === undefined ? [0] : [0, 130, null]
    if (!wanted.includes(code)) throw new Error(`\`${line}\` ended with ${code}: ${lastLine(output())}`)
    return output()
  } finally {
    clearTimeout(timer)
    signal.removeEventListener('abort', interrupt)
    send('SIGKILL')
  }
}

const lastLine = (text: string) => text.trimEnd().split('\n').at(-1) ?? ''
