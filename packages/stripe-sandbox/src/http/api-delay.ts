import type { RequestHandler } from 'express'
import { z } from 'zod'

/** The delay of API answers; default: none. */
export const apiDelaySchema = z.strictObject({
  delayMs: z.coerce.number().int().min(0).max(600_000).default(0),
})

/** Delays API calls, so that tests can check how the shop handles a slow Stripe. */
export interface ApiDelay {
  /** Delays each call from now on; calls that are waiting continue at once. */
  set(delayMs: number): void
  /** The current delay, and how many calls are waiting. */
  state(): { delayMs: number; waiting: number }
  /** The middleware: an idempotency key stays in use while its call waits. */
  wait: RequestHandler
}

/** Creates the delay of one sandbox; it starts at 0 and is not kept across a restart. */
export function createApiDelay(): ApiDelay {
  let delayMs = 0
  const waiting = new Set<() => void>()
  return {
    set(wanted) {
      delayMs = wanted
      for (const proceed of waiting) proceed()
    },
    state: () => ({ delayMs, waiting: waiting.size }),
    wait(_req, _res, next) {
      if (delayMs === 0) return next()
      const proceed = () => {
        clearTimeout(timer)
        waiting.delete(proceed)
        next()
      }
      const timer = setTimeout(proceed, delayMs)
      waiting.add(proceed)
    },
  }
}
