import { StackError } from '../stack-error.ts'
import { type StartedStack, type StartInput, startFromCommandLine } from './start.ts'

/**
 * Runs a stack in this process until SIGINT or SIGTERM and sets the exit code. The first signal stops
 * everything in order, also during the start; the second one kills everything at once.
 */
export async function runUntilStopped(input: StartInput): Promise<void> {
  let launched: StartedStack | undefined
  let stopping = false
  const starting = new AbortController()
  const stop = () => {
    if (stopping) return hurry(launched)
    stopping = true
    input.print('\nStopping ... (Ctrl-C again to hurry)')
    if (launched) void finish(launched, input)
    else starting.abort()
  }
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, stop)
  try {
    const stack = await startFromCommandLine({ ...input, signal: starting.signal }, (started) => {
      launched = started
      if (stopping) void finish(started, input)
    })
    if (!stack) process.exit(0)
  } catch (error) {
    if (stopping && launched) return
    input.print(stopping ? 'Stopped.' : explain(error))
    await launched?.stop()
    process.exit(stopping ? 0 : 1)
  }
}

/** Processes that are not known here yet are ended by their guard, once this process has exited. */
function hurry(stack: StartedStack | undefined): void {
  stack?.hurry()
  if (!stack) process.exit(130)
}

async function finish(stack: StartedStack, { print }: StartInput): Promise<void> {
  await stack.stop()
  print('Stopped.')
  process.exit(0)
}

/** The message of an expected error; the stack trace of any other. */
function explain(error: unknown): string {
  if (error instanceof StackError) return error.message
  if (error instanceof Error && 'code' in error && error.code === 'ENOSPC') {
    return 'The disk is full. Make room, or set DATA_DIR to a folder on another disk.'
  }
  return error instanceof Error ? (error.stack ?? error.message) : String(error)
}
