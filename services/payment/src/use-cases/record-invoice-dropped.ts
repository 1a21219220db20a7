import type { Deps } from '../deps.ts'
import { describeMonth } from './describe-plan.ts'
import { isDropped, planOf, readInvoice, settleFirst } from './record-invoice.ts'
import { recordTerms } from './settle-plan.ts'

/**
 * Records that an unpaid month is not collected any more, because its invoice was voided or given up in Stripe's dashboard:
 * its plan is not past due any longer. Stripe also voids the invoices of paused plans, which were never tried: they change
 * nothing. Nor does an invoice of a plan that has ended at Stripe. One write with its event, so a crash leaves both or neither,
 * and a repeat finds the month recorded.
 * @throws 503 when Stripe is unavailable
 */
export async function recordInvoiceDropped(invoiceId: string, deps: Deps): Promise<void> {
  const invoice = await readInvoice(invoiceId, deps)
  const plan = planOf(invoice)
  if (plan === null || !isDropped(invoice) || invoice.attempt_count === 0) return
  await settleFirst(plan.planId, deps)
  const payment = await deps.payments.findOne(plan.filter).lean()
  if (payment === null || payment.endedAt !== null) return
  await recordTerms(payment, deps, new Date(describeMonth(invoice).periodStart))
}
