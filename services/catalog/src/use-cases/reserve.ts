import type { ReservationRequest } from '@prankpost/contracts'
import type { Deps } from '../deps.ts'
import { releaseUse } from './follow-discounts.ts'
import { releaseStock } from './follow-orders.ts'
import { holdDiscount } from './hold-discount.ts'
import { reserveStock } from './reserve-stock.ts'

const minuteMs = 60_000
/** A purchase without a session. */
const withoutSessionMs = 30 * minuteMs
/** Longer than Stripe keeps a session open (24 hours): payment-failed usually ends the reservation of an order before. */
const withSessionMs = 25 * 60 * minuteMs

type ReserveDeps = Pick<Deps, 'pranks' | 'discounts' | 'discountUses' | 'now'>

/**
 * Reserves what an unpaid order or plan needs: a use of its discount code, then its pranks. A repeat renews both. If a prank
 * is sold out, the use that this call made is released; if the process dies before that, it ends by its time.
 * @throws 409 with a message for the customer when a prank is sold out, or the code is used up
 */
export async function reserve(
  { discount, ...request }: ReservationRequest,
  deps: ReserveDeps,
): Promise<{ reserved: boolean }> {
  const at = deps.now()
  const until = new Date(at.getTime() + (request.sessionId === null ? withoutSessionMs : withSessionMs))
  const use = discount ? await holdDiscount({ ...request, ...discount, at, until }, deps) : { added: false }
  if (use.isOwn) return { reserved: false }
  try {
    await reserveStock({ ...request, at, until }, deps)
  } catch (error) {
    if (use.added) await releaseUse({ orderId: request.orderId }, deps)
    throw error
  }
  return { reserved: true }
}

/** Releases what a purchase reserved that can no longer be paid; what was paid stays. A repeat changes nothing. */
export async function endReservation(
  { orderId }: { orderId: string },
  deps: ReserveDeps,
): Promise<{ ended: true }> {
  await Promise.all([releaseUse({ orderId }, deps), releaseStock({ orderId }, deps)])
  return { ended: true }
}
