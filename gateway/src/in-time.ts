import { setTimeout as sleep } from 'node:timers/promises'

/** How long a page waits for its data when there is something else to send. */
export const pagePatienceMs = 1_000

/** The result of a promise. @throws Error when it takes longer than this many milliseconds */
export async function inTime<T>(promise: Promise<T>, ms: number): Promise<T> {
  const timer = new AbortController()
  const late = async () => {
    await sleep(ms, undefined, { signal: timer.signal })
    throw new Error(`no answer within ${ms} ms`)
  }
  try {
    return await Promise.race([promise, late()])
  } finally {
    timer.abort()
  }
}
