import { type AppError, inFreeSlot, slotsOf, tooMany } from '@prankpost/service-kit'
import type { Deps } from './deps.ts'

const hourMs = 3_600_000

/**
 * Assigns one of the owner's UNPAID_ORDER_LIMIT slots to a new order. The slot is part of the order: the write that
 * marks the order paid releases it, and after an hour another order may use it. A crash cannot leave a slot occupied
 * without its order. Returns null when all slots are occupied.
 */
export async function inUnpaidSlot<T>(
  ownerId: string,
  write: (unpaidSlot: string) => Promise<T>,
  { orders, unpaidOrderLimit: limit }: Pick<Deps, 'orders' | 'unpaidOrderLimit'>,
): Promise<T | null> {
  const listOccupied = async () => {
    const mine = { unpaidSlot: slotsOf(ownerId) }
    const old = { ...mine, createdAt: { $lt: new Date(Date.now() - hourMs) } }
    // No decision about an order depends on its slot, so its revision stays the same.
    await orders.updateMany(old, { $unset: { unpaidSlot: 1 } })
    const taken = await orders.find(mine, { unpaidSlot: 1 }).lean()
    return taken.flatMap(({ unpaidSlot }) => unpaidSlot ?? [])
  }
  return inFreeSlot({ field: 'unpaidSlot', ownerId, limit, held: listOccupied }, write)
}

/** The 429 for too many unpaid orders. It says what to do; Retry-After says when the oldest slot is released. */
export async function tooManyUnpaid(
  ownerId: string,
  { orders, unpaidOrderLimit }: Pick<Deps, 'orders' | 'unpaidOrderLimit'>,
): Promise<AppError> {
  const oldest = await orders
    .findOne({ unpaidSlot: slotsOf(ownerId) }, { createdAt: 1 })
    .sort({ createdAt: 1 })
    .lean()
  const freeAt = (oldest?.createdAt.getTime() ?? Date.now()) + hourMs
  const waitSeconds = Math.max(1, Math.ceil((freeAt - Date.now()) / 1_000))
  const minutes = Math.ceil(waitSeconds / 60)
  const time = minutes === 1 ? 'a minute' : `${minutes} minutes`
  const placed = `You have placed ${unpaidOrderLimit} orders within an hour and not paid them.`
  return tooMany(`${placed} Please pay one of them, or try again in ${time}.`, waitSeconds)
}
