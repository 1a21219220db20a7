import type { Logger } from 'pino'

/** Long enough that an outage of a night does not fill the log, short enough that its end shows the reason. */
const everyMs = 30_000

/**
 * Returns the log of an attempt that is repeated until it succeeds: the first failure is logged at once, and of later ones
 * at most one every 30 s.
 */
export function createFailureLog(log: Logger, message: string): (error: unknown, about?: object) => void {
  let loggedAt = Number.NEGATIVE_INFINITY
  return (error, about = {}) => {
    if (performance.now() - loggedAt < everyMs) return
    loggedAt = performance.now()
    log.warn({ ...about, err: error }, message)
  }
}
