import type { Response } from 'express'
import { tooMany } from '../errors.ts'

/** Files that one process creates at once. More would only slow each other and every other call. */
const maxConcurrent = 2
/** Calls that may wait for a place. */
const maxWaiting = 8
const retryAfterSeconds = 5
/** A download that receives no data for this long is cut, and so is a customer's download that takes this long. */
const stallTimeoutMs = 30_000
const customerTimeoutMs = 120_000

/** Creates a file in one of the process's places. `customerId` is undefined for the operator. */
export type InFilePlace = <T>(
  res: Response,
  customerId: string | undefined,
  make: () => Promise<T>,
) => Promise<T | undefined>

/**
 * Limits how many files a process creates at the same time: 2, while 8 more calls wait in order, and one for each
 * customer. No file is created for a caller that disconnected while it waited. A connection that stalls is cut.
 * @throws 429 with Retry-After when too many calls wait, or the customer already has a download in progress
 */
export function createFilePlaces(): InFilePlace {
  const customers = new Set<string>()
  const waiting: (() => void)[] = []
  let free = maxConcurrent

  const inPlace = async <T>(res: Response, timeoutMs: number | undefined, make: () => Promise<T>) => {
    if (free > 0) free--
    else if (waiting.length >= maxWaiting)
      throw tooMany(
        'Many files are being made right now. Please try again in a few seconds.',
        retryAfterSeconds,
      )
    else await new Promise<void>((resolve) => waiting.push(resolve))
    const cut = () => res.destroy()
    res.setTimeout(stallTimeoutMs, cut)
    const timer = timeoutMs === undefined ? undefined : setTimeout(cut, timeoutMs)
    try {
      return res.closed ? undefined : await make()
    } finally {
      clearTimeout(timer)
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
      return await inPlace(res, customerTimeoutMs, make)
    } finally {
      customers.delete(customerId)
    }
  }
}
