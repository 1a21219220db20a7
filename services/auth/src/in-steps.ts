import { setTimeout as sleep } from 'node:timers/promises'

/**
 * Does some work and answers only after a whole number of steps of time, at least one: how long it took, and
 * so what it found, cannot be told from outside.
 */
export async function inSteps<T>(stepMs: number, work: () => Promise<T>): Promise<T> {
  const startedAt = performance.now()
  try {
    return await work()
  } finally {
    const took = performance.now() - startedAt
    await sleep(Math.ceil(took / stepMs) * stepMs - took)
  }
}
