import type { EventName } from '@prankpost/contracts'

/** How long after its retry delay a message still counts as waiting; after that another replica has received it. */
const slackMs = 30_000
/** The maximum number of tracked messages; beyond it, messages that wait for a retry are not tracked. */
const maxTracked = 10_000

/**
 * The events that this process has received and that are not handled yet: their handler is running, or they wait for a
 * retry, or in their queue for the database. A queue is read in order, so the messages still in it are newer than these.
 */
export interface Unhandled {
  received(id: string, event: EventName, time: Date): void
  /** The message is redelivered after this time, to this or another replica. */
  waits(id: string, delayMs: number): void
  /** The message waits in its queue until `released`. */
  held(id: string): void
  /** The held messages are delivered now, to this or another replica. */
  released(): void
  /** The message was handled or is a dead letter. */
  done(id: string): void
  /** Seconds since the oldest unhandled event was written; 0 when there is none. */
  oldestSeconds(event: EventName): number
}

interface Tracked {
  event: EventName
  time: number
  /** By then it is handled, or another replica has received it. */
  until: number
  isHeld: boolean
}

export function createUnhandled(): Unhandled {
  const tracked = new Map<string, Tracked>()
  const wait = (id: string, change: { until: number; isHeld: boolean }) => {
    const one = tracked.get(id)
    if (one === undefined) return
    if (tracked.size > maxTracked) tracked.delete(id)
    else Object.assign(one, change)
  }
  return {
    received(id, event, time) {
      tracked.set(id, { event, time: time.getTime(), until: Number.POSITIVE_INFINITY, isHeld: false })
    },
    waits: (id, delayMs) => wait(id, { until: Date.now() + delayMs + slackMs, isHeld: false }),
    held: (id) => wait(id, { until: Number.POSITIVE_INFINITY, isHeld: true }),
    released() {
      const until = Date.now() + slackMs
      for (const one of tracked.values()) if (one.isHeld) Object.assign(one, { until, isHeld: false })
    },
    done: (id) => void tracked.delete(id),
    oldestSeconds(event) {
      const now = Date.now()
      let oldest = now
      for (const [id, one] of tracked) {
        if (one.until < now) tracked.delete(id)
        else if (one.event === event && one.time < oldest) oldest = one.time
      }
      return (now - oldest) / 1_000
    },
  }
}
