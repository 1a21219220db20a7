import { setTimeout as sleep } from 'node:timers/promises'

const pollMs = 20

/** Waits until `check` returns a truthy value, and returns it. @throws after the deadline, or what `check` throws */
export async function until<T>(
  check: () => Promise<T> | T,
  deadlineMs = 30_000,
): Promise<Exclude<T, null | undefined | false>> {
  const end = Date.now() + deadlineMs
  for (;;) {
    const value = await check()
    if (value) return value as Exclude<T, null | undefined | false>
    if (Date.now() > end) throw new Error(`did not happen within ${deadlineMs} ms: ${check}`)
    await sleep(pollMs)
  }
}
