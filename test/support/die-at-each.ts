import { beforeAll } from 'vitest'

/** Where a process dies: between which two effects. */
export type CrashPoint = [service: string, point: string, where: string]

/**
 * Runs each case up to the death of its process before the first test of the file, one after another, and returns what
 * a case resolved with. The tests then check what became of it: so the waits after the deaths (for leases, redelivery
 * and sweeps) pass at the same time. An earlier case may die again at a later point, or instead of the later case: both
 * must be repaired.
 * @throws in the test of a case what the case rejected with
 */
export function dieAtEach<C extends readonly unknown[], R>(
  cases: readonly C[],
  untilDeath: (one: C) => Promise<R>,
): (one: C) => R {
  const outcomes = new Map<string, PromiseSettledResult<R>>()
  beforeAll(async () => {
    for (const one of cases) {
      const [outcome] = await Promise.allSettled([untilDeath(one)])
      outcomes.set(String(one), outcome)
    }
  })
  return (one) => {
    const outcome = outcomes.get(String(one))
    if (outcome?.status === 'fulfilled') return outcome.value
    throw outcome?.reason ?? new Error(`There is no case ${one}.`)
  }
}
