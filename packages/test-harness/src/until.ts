import { setTimeout as sleep } from 'node:timers/promises'

/** The pauses double from the first to the longest: a check often costs a call, a service and a query. */
const firstPauseMs = 20
const longestPauseMs = 160

/** Waits until `check` returns a truthy value, and returns it. @throws after the deadline, or what `check` throws */
export async function until<T>(
  check: () => Promise<T> | T,
  deadlineMs = 120_000,
): Promise<Exclude<T, null | undefined | false>> {
  const end = Date.now() + deadlineMs
  for (let pauseMs = firstPauseMs; ; pauseMs = Math.min(2 * pauseMs, longestPauseMs)) {
    const value = await check()
    if (value) return value as Exclude<T, null | undefined | false>
    if (Date.now() > end) throw new Error(`did not happen within ${deadlineMs} ms: ${check}`)
    await sleep(pauseMs)
  }
}
