import type { EventData } from '@prankpost/contracts'
import { unlessDuplicate } from '@prankpost/service-kit'
import { Types } from 'mongoose'
import type { Deps } from '../deps.ts'
import { customerKey } from '../discount-customer.ts'

type UseDeps = Pick<Deps, 'discountUses' | 'now'>

interface PaidPurchase {
  /** The order or the plan. */
  orderId: string
  ownerId: string | null
  discountCode?: string | null | undefined
}

/**
 * Counts the use of a paid purchase: a held use becomes a used one, in one write. A purchase without a held use, because the
 * code has no limit or the payment came after its time, gets one without slots, so that a limit may be exceeded by payments
 * that were late. The order's id is unique, so a repeat changes nothing.
 */
export async function countUse(
  { orderId, ownerId, discountCode: code }: PaidPurchase,
  { discountUses, now }: UseDeps,
): Promise<void> {
  if (!code) return
  const at = now()
  const { matchedCount } = await discountUses.updateOne(
    { orderId },
    { $set: { state: 'used', at }, $unset: { until: 1, sessionId: 1 } },
  )
  if (matchedCount === 1) return
  const customer = ownerId === null ? null : customerKey(code, ownerId)
  await unlessDuplicate(
    discountUses.create({ _id: new Types.ObjectId(), orderId, code, customer, state: 'used', at }),
  )
}

/**
 * Releases the held use of a purchase that was not paid in this session, or that can no longer be paid at all. A use that
 * belongs to a later session stays, and so does a paid one. A repeat changes nothing.
 */
export async function releaseUse(
  { orderId, sessionId }: Pick<EventData<'payment-failed'>, 'orderId'> & { sessionId?: string },
  { discountUses }: Pick<Deps, 'discountUses'>,
): Promise<void> {
  await discountUses.deleteOne({
    orderId,
    state: 'held',
    ...(sessionId !== undefined && { sessionId: { $in: [null, sessionId] } }),
  })
}

/** Releases one held use that has ended by its time. Returns whether there was one. */
export async function endHeldUse({ discountUses, now }: UseDeps): Promise<boolean> {
  const { deletedCount } = await discountUses.deleteOne({ state: 'held', until: { $lt: now() } })
  return deletedCount === 1
}
