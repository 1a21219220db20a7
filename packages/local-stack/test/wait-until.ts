import { setTimeout as delay } from 'node:timers/promises'

/** Resolves once the condition holds; fails with `what` when it does not within the time. */
export async function waitUntil(what: string, condition: () => unknown, timeoutMs = 40_000): Promise<void> {
  const deadline = Date.now() + timeoutMs
  while (!(await condition())) {
    if (Date.now() > deadline) throw new Error(`Not within ${timeoutMs} ms: ${what}`)
    await delay(25)
  }
}
