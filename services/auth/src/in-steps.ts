import { setTimeout as sleep } from 'node:timers/promises'

/**
 * Runs `work` and returns after a whole number of time steps, at least one. A caller cannot infer the result from the
 * response time.
 */
export async function inSteps<T>(stepMs: number, work: () => Promise<T>): Promise<T> {
  const startedAt = performance.now()
  try {
    return await work()
  } finally {
    const elapsedMs = performance.now() - startedAt
    await sleep(Math.ceil(elapsedMs / stepMs) * stepMs - elapsedMs)
  }
}
