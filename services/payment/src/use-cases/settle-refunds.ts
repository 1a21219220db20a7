import type Stripe from 'stripe'
import type { Deps } from '../deps.ts'
import { idOf } from '../refund.model.ts'
import { callStripe } from '../stripe-client.ts'
import { findPaid } from './find-paid.ts'
import { recordRefund } from './record-refund.ts'

/** More refunds than a payment can have in this shop: each is at least 1 cent of a price in dollars. */
const maxRefunds = 1_000

/**
 * Reads all refunds of a charge from Stripe and records those that are new or changed, also those made in Stripe's
 * dashboard. Safe to repeat, in any sequence.
 * @throws 503 when Stripe is unavailable
 */
export async function settleRefunds(charge: string, deps: Deps): Promise<void> {
  const list = () => deps.stripe.refunds.list({ charge, limit: 100 }).autoPagingToArray({ limit: maxRefunds })
  await recordAll(await callStripe(list), deps)
}

/** Reads one refund from Stripe and records it, with the same guarantees. */
export async function settleRefund(refundId: string, deps: Deps): Promise<void> {
  await recordAll([await callStripe(() => deps.stripe.refunds.retrieve(refundId))], deps)
}

/** Records refunds of one payment, oldest first. */
async function recordAll(refunds: Stripe.Refund[], deps: Deps): Promise<void> {
  const paymentIntentId = idOf(refunds[0]?.payment_intent)
  const paid = paymentIntentId && (await findPaid(paymentIntentId, deps))
  if (!paid) return
  for (const refund of refunds.toReversed()) await recordRefund(paid, refund, paymentIntentId, deps)
}
