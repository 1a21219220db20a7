import { type AppError, inFreeSlot, slotsOf, tooMany } from '@prankpost/service-kit'
import type { Deps } from './deps.ts'

const hourMs = 3_600_000

/**
 * Gives a new order one of its owner's slots, of which there are UNPAID_ORDER_LIMIT. The slot is part of the order: the
 * payment releases it in the same write that makes the order paid, and after an hour the next order may take it. A
 * process that dies leaves no slot taken without its order. Answers null when all slots are taken.
 */
export async function inUnpaidSlot<T>(
  ownerId: string,
  write: (unpaidSlot: string) => Promise<T>,
  { orders, unpaidOrderLimit: limit }: Pick<Deps, 'orders' | 'unpaidOrderLimit'>,
): Promise<T | null> {
  const held = async () => {
    const mine = { unpaidSlot: slotsOf(ownerId) }
    const old = { ...mine, createdAt: { $lt: new Date(Date.now() - hourMs) } }
    // No decision about an order looks at its slot: its revision stays.
    await orders.updateMany(old, { $unset: { unpaidSlot: 1 } })
    const taken = await orders.find(mine, { unpaidSlot: 1 }).lean()
    return taken.flatMap(({ unpaidSlot }) => unpaidSlot ?? [])
  }
  return inFreeSlot({ field: 'unpaidSlot', ownerId, limit, held }, write)
}

/** The 429 for one more unpaid order: what to do, and with Retry-After when the oldest slot is released. */
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
