import { setTimeout as delay } from 'node:timers/promises'

/** Resolves once the condition is true; rejects with `what` after the timeout. */
export async function waitUntil(what: string, condition: () => unknown, timeoutMs = 40_000): Promise<void> {
  const deadline = Date.now() + timeoutMs
  while (!(await condition())) {
    if (Date.now() > deadline) throw new Error(`Not within ${timeoutMs} ms: ${what}`)
    await delay(25)
  }
}
