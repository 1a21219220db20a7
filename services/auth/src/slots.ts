import { AppError, tooMany } from '@prankpost/service-kit'

/**
 * Runs a few pieces of work at once; the others wait. The key with the least recent work goes first.
 * @throws 429 when too much work of the same key is waiting, 503 when the queue is full
 */
export type WithSlot = <T>(key: string, work: () => Promise<T>) => Promise<T>

export interface SlotOptions {
  /** How many pieces of work run at once. */
  slots: number
  /** How many pieces of work of one key may wait. */
  maxWaitingOfKey: number
  /** How much work may wait, as the waiting time of the last piece. */
  maxWaitMs: number
  /** The duration of one piece, until it has been measured. */
  workMs: number
}

/** Keys that use no more than this share of a slot go before keys that use more. */
const fairShare = 1 / 10
/** How many of the last pieces the measured average covers. */
const sampleSize = 10

/**
 * Creates the slots. Each piece of work gets a due time: now, plus the recent work of its key. Work runs in that order,
 * so a key with many calls does not delay a key with few. The due time is never later than the length of the queue, so
 * every piece of work runs.
 */
export function createSlots({ slots, maxWaitingOfKey, maxWaitMs, workMs }: SlotOptions): WithSlot {
  const waiting: { key: string; due: number; start: () => void }[] = []
  const dueByKey = new Map<string, number>()
  let free = slots
  let averageMs = workMs

  const dueOf = (key: string) => {
    const now = performance.now()
    for (const [other, due] of dueByKey) if (due <= now) dueByKey.delete(other)
    const due = Math.max(now, dueByKey.get(key) ?? 0) + averageMs / fairShare
    dueByKey.set(key, Math.min(due, now + maxWaitMs))
    return Math.min(due, now + maxWaitMs)
  }

  const wait = async (key: string) => {
    if (waiting.filter((other) => other.key === key).length >= maxWaitingOfKey) {
      throw tooMany('Too many requests from your network at once. Please try again in a moment.', 1)
    }
    if (((waiting.length + 1) * averageMs) / slots > maxWaitMs) throw queueIsFull(maxWaitMs)
    const due = dueOf(key)
    const later = waiting.findIndex((other) => other.due > due)
    const place = later === -1 ? waiting.length : later
    await new Promise<void>((start) => waiting.splice(place, 0, { key, due, start }))
  }

  return async (key, work) => {
    if (free > 0) {
      free--
      dueOf(key)
    } else await wait(key)
    const startedAt = performance.now()
    try {
      return await work()
    } finally {
      averageMs += (performance.now() - startedAt - averageMs) / sampleSize
      const next = waiting.shift()
      if (next === undefined) free++
      else next.start()
    }
  }
}

const queueIsFull = (waitMs: number) =>
  new AppError({
    code: 'unavailable',
    status: 503,
    message: 'Too many people are signing in right now. Please try again in a moment.',
    retryable: true,
    retryAfterSeconds: Math.ceil(waitMs / 1_000),
  })
