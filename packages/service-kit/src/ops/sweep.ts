import { Counter, Gauge } from 'prom-client'
import type { Logger } from './log.ts'

/** A recurring piece of work, such as a sweep. */
export interface Task {
  start(): void
  stop(): Promise<void>
}

const failuresTotal = new Counter({
  name: 'sweep_failures_total',
  help: 'Rounds of recurring work that failed, by sweep',
  labelNames: ['sweep'],
})
const failuresInARow = new Gauge({
  name: 'sweep_consecutive_failures',
  help: 'Rounds of recurring work that failed since the last that succeeded, by sweep',
  labelNames: ['sweep'],
})

/**
 * Runs `work` every `everyMs`, one run at a time. While `work` resolves with true (there is more to do) it runs again at
 * once. A failure is logged and counted, and the next round runs as scheduled. With `maxShare`, it pauses longer after a
 * long round, so that it works for at most this share of the time.
 */
export function createSweep(
  name: string,
  everyMs: number,
  log: Logger,
  work: () => Promise<boolean>,
  { maxShare = 1 }: { maxShare?: number } = {},
): Task {
  let timer: NodeJS.Timeout | undefined
  let running: Promise<void> = Promise.resolve()
  let stopped = false
  failuresTotal.inc({ sweep: name }, 0)
  failuresInARow.set({ sweep: name }, 0)

  const round = async () => {
    const startedAt = performance.now()
    try {
      while (!stopped && (await work())) {
        // There is more to do.
      }
      failuresInARow.set({ sweep: name }, 0)
    } catch (error) {
      failuresTotal.inc({ sweep: name })
      failuresInARow.inc({ sweep: name })
      log.warn({ err: error, sweep: name }, 'sweep failed; the next one tries again')
    }
    if (!stopped) schedule((performance.now() - startedAt) * (1 / maxShare - 1))
  }
  const schedule = (pauseMs = 0) => {
    timer = setTimeout(
      () => {
        running = round()
      },
      Math.max(everyMs, pauseMs),
    )
  }

  return {
    start: () => schedule(),
    async stop() {
      stopped = true
      clearTimeout(timer)
      await running
    },
  }
}
