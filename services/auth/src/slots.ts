import { unavailable } from '@prankpost/service-kit'

/** Runs at most so many pieces of work at once. @throws 503 when too many wait already */
export type WithSlot = <T>(work: () => Promise<T>) => Promise<T>

/** Makes `slots` places to work in; at most `maxWaiting` may wait for one. */
export function createSlots(slots: number, maxWaiting: number): WithSlot {
  const waiting: (() => void)[] = []
  let free = slots
  return async (work) => {
    if (free > 0) free--
    else if (waiting.length >= maxWaiting) throw unavailable()
    else await new Promise<void>((resolve) => waiting.push(resolve))
    try {
      return await work()
    } finally {
      const next = waiting.shift()
      if (next === undefined) free++
      else next()
    }
  }
}
