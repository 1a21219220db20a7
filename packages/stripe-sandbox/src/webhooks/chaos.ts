import { z } from 'zod'
import type { Delivery } from './event-log.ts'

/** The delivery faults of webhooks; by default there are none. */
export const chaosSchema = z.strictObject({
  /** Extra copies of each event. */
  duplicates: z.coerce.number().int().min(0).max(20).default(0),
  /** Shuffles the order of events that are sent within a second. */
  shuffle: z.stringbool().or(z.boolean()).default(false),
  /** How many events in a hundred are never sent, not even on retry. */
  dropPercent: z.coerce.number().min(0).max(100).default(0),
  /** The maximum delay of a first attempt; each copy has its own random delay. */
  delayMs: z.coerce.number().int().min(0).max(600_000).default(0),
})

/** The active delivery faults. */
export type Chaos = z.infer<typeof chaosSchema>

/** No delivery faults. */
export const calm: Chaos = { duplicates: 0, shuffle: false, dropPercent: 0, delayMs: 0 }

/** Decides, once per event, how many copies are sent and when each is first sent. */
export function planDeliveries(chaos: Chaos, now: Date): Delivery[] {
  const isDropped = Math.random() * 100 < chaos.dropPercent
  return Array.from({ length: 1 + chaos.duplicates }, () => {
    const waitMs = Math.random() * chaos.delayMs + (chaos.shuffle ? Math.random() * 1000 : 0)
    return {
      state: isDropped ? 'dropped' : 'pending',
      attempts: 0,
      ...(!isDropped && { nextAttemptAt: new Date(now.getTime() + waitMs) }),
      deliveredAt: null,
      lastStatus: null,
      lastError: null,
    }
  })
}
