import { fork } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'

type Work = Record<string, (input: never) => Promise<unknown>>
interface Question {
  name: string
  input: unknown
}
type Answer = { value: unknown } | { error: string }

/** A process of the bench that performs calls. */
export interface Helper<W extends Work> {
  pid: number | undefined
  /** Calls the process, one call at a time. @throws the error of the call, or when the process exited */
  call<N extends keyof W & string>(name: N, input: Parameters<W[N]>[0]): Promise<Awaited<ReturnType<W[N]>>>
  stop(): Promise<void>
}

/** Starts a module as a process; the path is relative to the caller's module. */
export function startHelper<W extends Work>(file: string, callerUrl: string): Helper<W> {
  const child = fork(fileURLToPath(new URL(file, callerUrl)))
  const ended = once(child, 'exit')
  return {
    pid: child.pid,
    async call(name, input) {
      child.send({ name, input } satisfies Question)
      const answered = once(child, 'message') as Promise<[Answer]>
      const [answer] = await Promise.race([answered, ended.then(() => [{ error: `${file} ended` }])])
      if ('error' in answer) throw new Error(answer.error)
      return answer.value as never
    },
    async stop() {
      if (child.connected) child.disconnect()
      await ended
    },
  }
}

/** In the helper: answers calls until the bench disconnects. */
export function answerCalls(work: Work): void {
  process.on('message', async ({ name, input }: Question) => {
    const done = work[name]?.(input as never) ?? Promise.reject(new Error(`no ${name}`))
    const answer = await done.then(
      (value): Answer => ({ value: value ?? null }),
      (error): Answer => ({ error: error instanceof Error ? (error.stack ?? error.message) : String(error) }),
    )
    process.send?.(answer)
  })
  process.on('disconnect', () => process.exit(0))
}
