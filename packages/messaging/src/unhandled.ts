import type { EventName } from '@prankpost/contracts'

/** How much longer than its retry stage takes a message counts as waiting: then another replica has received it. */
const slackMs = 30_000
/** Messages that are known at once; those that wait for a retry beyond them are not. */
const mostKnown = 10_000

/**
 * The events that this process has received and that are not handled yet: with a handler, waiting for a retry, or
 * waiting in their queue for the database. A queue is read in order, so what it still holds is younger than these.
 */
export interface Unhandled {
  received(id: string, event: EventName, time: Date): void
  /** The message comes back after so long, be it to another replica. */
  waits(id: string, delayMs: number): void
  /** The message waits in its queue until `released`. */
  held(id: string): void
  /** What was held is delivered now, be it to another replica. */
  released(): void
  /** Handled, or a dead letter. */
  done(id: string): void
  /** Seconds since the oldest of them was written; 0 when there is none. */
  oldestSeconds(event: EventName): number
}

interface Known {
  event: EventName
  time: number
  /** When it is handled, or another replica's, at the latest. */
  until: number
  isHeld: boolean
}

export function createUnhandled(): Unhandled {
  const known = new Map<string, Known>()
  const wait = (id: string, change: { until: number; isHeld: boolean }) => {
    const one = known.get(id)
    if (one === undefined) return
    if (known.size > mostKnown) known.delete(id)
    else Object.assign(one, change)
  }
  return {
    received(id, event, time) {
      known.set(id, { event, time: time.getTime(), until: Number.POSITIVE_INFINITY, isHeld: false })
    },
    waits: (id, delayMs) => wait(id, { until: Date.now() + delayMs + slackMs, isHeld: false }),
    held: (id) => wait(id, { until: Number.POSITIVE_INFINITY, isHeld: true }),
    released() {
      const until = Date.now() + slackMs
      for (const one of known.values()) if (one.isHeld) Object.assign(one, { until, isHeld: false })
    },
    done: (id) => void known.delete(id),
    oldestSeconds(event) {
      const now = Date.now()
      let oldest = now
      for (const [id, one] of known) {
        if (one.until < now) known.delete(id)
        else if (one.event === event && one.time < oldest) oldest = one.time
      }
      return (now - oldest) / 1_000
    },
  }
}
