import { unavailable } from '@prankpost/service-kit'

/** Runs pieces of work of one key one after another, those of different keys side by side. */
export type InTurn = <T>(key: string, work: () => Promise<T>) => Promise<T>

/** Makes queues by key; an idle key takes no memory. */
export function createTurns(): InTurn {
  const last = new Map<string, Promise<unknown>>()
  return (key, work) => {
    const mine = (last.get(key) ?? Promise.resolve()).then(work)
    const settled = mine
      .catch(() => undefined)
      .then(() => {
        if (last.get(key) === settled) last.delete(key)
      })
    last.set(key, settled)
    return mine
  }
}

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
