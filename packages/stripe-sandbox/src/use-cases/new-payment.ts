import type { Payment } from '../checkout.model.ts'
import { newId } from '../ids.ts'

/** A payment that nobody has tried yet. */
export function newPayment(amountCents: number, now: Date): Payment {
  return {
    intentId: newId('pi'),
    amountCents,
    createdAt: now,
    triedAt: null,
    paidAt: null,
    description: null,
    receiptEmail: null,
    metadata: {},
    refunds: [],
  }
}
