import type { Response } from 'express'
import { tooMany } from '../errors.ts'

/** Files that one process makes at once. More would only wait for each other, and every other call for all of them. */
const filesAtOnce = 2
/** Calls that may wait for their place. */
const maxWaiting = 8
const retryAfterSeconds = 5
/** A reader who takes nothing for so long, or a customer whose download takes so long, gives the place back. */
const stalledAfterMs = 30_000
const customersAtMostMs = 120_000

/** Makes a file in one of the process's places. `customerId` is undefined for the operator. */
export type InFilePlace = <T>(
  res: Response,
  customerId: string | undefined,
  make: () => Promise<T>,
) => Promise<T | undefined>

/**
 * Bounds how many files a process makes at the same time: 2, with 8 more waiting in the order of their calls, and one
 * for each customer. A caller who left while waiting gets none. A connection that stalls is cut.
 * @throws 429 with Retry-After when too many wait, or a customer's file is under way already
 */
export function createFilePlaces(): InFilePlace {
  const customers = new Set<string>()
  const waiting: (() => void)[] = []
  let free = filesAtOnce

  const inPlace = async <T>(res: Response, longestMs: number | undefined, make: () => Promise<T>) => {
    if (free > 0) free--
    else if (waiting.length >= maxWaiting)
      throw tooMany(
        'Many files are being made right now. Please try again in a few seconds.',
        retryAfterSeconds,
      )
    else await new Promise<void>((resolve) => waiting.push(resolve))
    const cut = () => res.destroy()
    res.setTimeout(stalledAfterMs, cut)
    const longest = longestMs === undefined ? undefined : setTimeout(cut, longestMs)
    try {
      return res.closed ? undefined : await make()
    } finally {
      clearTimeout(longest)
      const next = waiting.shift()
      if (next === undefined) free++
      else next()
    }
  }

  return async (res, customerId, make) => {
    if (customerId === undefined) return inPlace(res, undefined, make)
    if (customers.has(customerId))
      throw tooMany(
        'Your file is being sent already. Please wait until that download has ended.',
        retryAfterSeconds,
      )
    customers.add(customerId)
    try {
      return await inPlace(res, customersAtMostMs, make)
    } finally {
      customers.delete(customerId)
    }
  }
}
