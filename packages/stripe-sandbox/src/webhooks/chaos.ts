import { z } from 'zod'
import type { Delivery } from './event-log.ts'

/** How badly webhooks are to travel; all zero is how they travel by default. */
export const chaosSchema = z.strictObject({
  /** Extra copies of each event. */
  duplicates: z.coerce.number().int().min(0).max(20).default(0),
  /** Mixes the order of what is sent within a second. */
  shuffle: z.stringbool().or(z.boolean()).default(false),
  /** How many events in a hundred are never sent, not even on retry. */
  dropPercent: z.coerce.number().min(0).max(100).default(0),
  /** The longest delay of a first attempt; each copy draws its own. */
  delayMs: z.coerce.number().int().min(0).max(600_000).default(0),
})

/** The chaos that is switched on. */
export type Chaos = z.infer<typeof chaosSchema>

/** Webhooks travelling as they should. */
export const calm: Chaos = { duplicates: 0, shuffle: false, dropPercent: 0, delayMs: 0 }

/** Decides once, when an event happens, how often and when it will first be sent. */
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
