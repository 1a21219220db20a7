import { assumedDeliveryDays, forgetAfterDays } from '@prankpost/contracts'
import type { Change, Outbox, OutboxDocument } from '@prankpost/messaging'
import type { Model, QueryFilter } from 'mongoose'
import { z } from 'zod'

const dayMs = 86_400_000
const batchSize = 100
/** The time to store once a document has no address, and gets none again. */
export const noMoreAddresses = new Date('9999-01-01')

/** For services that store addresses of recipients. */
export const forgettingConfig = z.object({
  /** How many days after its delivery the address of a parcel is erased. */
  FORGET_AFTER_DAYS: z.coerce.number().min(0).default(forgetAfterDays),
  /** How often the sweep checks which addresses are due, in milliseconds. */
  FORGET_SWEEP_EVERY_MS: z.coerce.number().int().min(100).default(600_000),
})

/** Fields that a model with addresses spreads into its schema, next to `paidAt`. */
export const forgettingFields = { addressesDueAt: Date }
/** Its index: documents that were never checked, oldest first, then the others by time. */
export const forgettingIndex = { addressesDueAt: 1, paidAt: 1 } as const

/** The same field on a document: when it is checked again. Documents that were never checked do not have it. */
export interface ForgettingDocument {
  addressesDueAt?: Date
  paidAt?: Date
}

interface Ending {
  deliveredAt?: Date | null | undefined
  shippedAt?: Date | null | undefined
  withdrawnAt?: Date | null | undefined
}

/**
 * When the address of a parcel is due to be forgotten: some days after it was delivered or withdrawn. A shipped parcel whose
 * delivery is not reported counts as delivered after `assumedDeliveryDays`. Null while it is still to be sent.
 */
export function forgetAt({ deliveredAt, shippedAt, withdrawnAt }: Ending, days: number): Date | null {
  const assumed = shippedAt ? new Date(shippedAt.getTime() + assumedDeliveryDays * dayMs) : null
  const end = withdrawnAt ?? deliveredAt ?? assumed
  return end ? new Date(end.getTime() + days * dayMs) : null
}

/** When a document is checked next: when the first of these addresses is due, in a day at the earliest. */
export function nextCheckAt(dues: (Date | null)[], now: Date): Date {
  const tomorrow = now.getTime() + dayMs
  const known = dues.flatMap((due) => due?.getTime() ?? [])
  return new Date(Math.max(tomorrow, Math.min(...known, tomorrow + 30 * dayMs)))
}

/**
 * Returns the round of a sweep that forgets addresses: it reads paid documents that are due, and makes the change that
 * `forget` returns, one conditional write each. The change sets `addressesDueAt`. If the process dies in between, the next
 * round continues. A document of a restored backup has the time and the addresses of then, so it is checked again.
 */
export function forgetting<T extends OutboxDocument & ForgettingDocument & { _id: unknown }>({
  model,
  outbox,
  days,
  now = () => new Date(),
  forget,
}: {
  model: Model<T>
  outbox: Outbox<T>
  days: number
  now?: (() => Date) | undefined
  forget: (document: T, at: { now: Date; days: number }) => Change<T> | null
}): () => Promise<boolean> {
  return async () => {
    const at = now()
    const isNew = {
      addressesDueAt: null,
      paidAt: { $gt: new Date(0), $lte: new Date(at.getTime() - days * dayMs) },
    }
    const isDue = { addressesDueAt: { $lte: at } }
    const due = { $or: [isNew, isDue] } as unknown as QueryFilter<T>
    const found = await model.find(due, { _id: 1 }).limit(batchSize).lean<{ _id: unknown }[]>()
    const errors: unknown[] = []
    for (const { _id } of found) {
      try {
        await outbox.change({ _id } as QueryFilter<T>, (document) => forget(document, { now: at, days }))
      } catch (error) {
        errors.push(error)
        // Tried again tomorrow, so that those that fail never fill a round.
        const addressesDueAt = new Date(at.getTime() + dayMs)
        await model.updateOne({ _id } as QueryFilter<T>, { $set: { addressesDueAt } } as object)
      }
    }
    if (errors.length > 0) throw errors[0]
    return found.length === batchSize
  }
}
