import { AppError, tooMany } from '@prankpost/service-kit'

/**
 * Runs a few pieces of work at once; the others wait. Whoever asked least of late comes first.
 * @throws 429 when too much of the same key waits already, 503 when the queue is full
 */
export type WithSlot = <T>(key: string, work: () => Promise<T>) => Promise<T>

export interface SlotOptions {
  /** How many pieces run at once. */
  slots: number
  /** How many of one key may wait. */
  maxWaitingOfKey: number
  /** How much work may wait, as the time that the last of it would wait. */
  maxWaitMs: number
  /** What one piece takes, until that has been measured. */
  workMs: number
}

/** A key that asks for no more than this part of a slot comes before those that ask for more. */
const fairShare = 1 / 10
/** How many of the last pieces the measured time is made of. */
const measured = 10

/**
 * Makes the places to work in. Each piece is due at a time: now, plus what its key has asked for of late. Work is done in
 * that order, so that a key with few calls is not held up by one with many; since nothing is due later than the queue is
 * long, all of it comes to its turn.
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
      averageMs += (performance.now() - startedAt - averageMs) / measured
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
