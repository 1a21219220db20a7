import type { Payment } from '../checkout.model.ts'
import { newId } from '../ids.ts'

/** Creates a payment without an attempt. */
export function newPayment(amountCents: number, now: Date): Payment {
  return {
    intentId: newId('pi'),
    amountCents,
    createdAt: now,
    triedAt: null,
    paidAt: null,
    metadata: {},
    refunds: [],
  }
}
