/** One part of a run, with its result. */
export interface Step {
  name: string
  seconds: number
  result: 'ok' | 'FAILED' | 'NOT TRIED'
  /** What was found or measured, or why it failed or was not tried. */
  detail: string
}

export type Steps = ReturnType<typeof openSteps>

/** Records the parts of a run, until it is aborted. */
export function openSteps(print: (line: string) => void, signal: AbortSignal) {
  const steps: Step[] = []
  const record = (name: string, startedAt: number, result: Step['result'], detail: string) => {
    const step = { name, seconds: (Date.now() - startedAt) / 1_000, result, detail }
    steps.push(step)
    print(`${result.padEnd(9)} ${step.seconds.toFixed(1).padStart(6)} s  ${name}: ${detail}`)
  }
  const attempt = async (name: string, work: () => Promise<string>): Promise<unknown> => {
    const startedAt = Date.now()
    try {
      record(name, startedAt, 'ok', await work())
      return undefined
    } catch (error) {
      // Everything is being removed: the failure has no meaning.
      if (signal.aborted) throw error
      const message = error instanceof Error ? error.message : String(error)
      record(name, startedAt, error instanceof NotTried ? 'NOT TRIED' : 'FAILED', message)
      return error
    }
  }
  return {
    steps,
    /** Does the work, which all later parts need. Its result describes what was found. @throws {StepFailed} */
    async must(name: string, work: () => Promise<string>): Promise<void> {
      const error = await attempt(name, work)
      if (error !== undefined) throw new StepFailed(name, { cause: error })
    },
    /** Does the work; after a failure, the run continues. */
    async check(name: string, work: () => Promise<string>): Promise<void> {
      await attempt(name, work)
    },
    notTried(name: string, why: string): void {
      record(name, Date.now(), 'NOT TRIED', why)
    },
  }
}

/** A part failed that later ones need; it is recorded. */
export class StepFailed extends Error {
  override name = 'StepFailed'
}

/** A part cannot be tried on this machine; the message says why. */
export class NotTried extends Error {
  override name = 'NotTried'
}

/** @throws with all lines, if there are any */
export function expectNone(wrong: string[]): void {
  if (wrong.length > 0) throw new Error(wrong.join('; '))
}
