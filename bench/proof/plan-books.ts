import type Stripe from 'stripe'
import type { Provider } from './provider.ts'

/** A plan as those know it who bought it. */
export interface KnownPlan {
  planId: string
  stripeId: string
  ownerId: string
  email: string
  prankCount: number
  /** Of each month. */
  amountCents: number
  endedBy: 'customer' | 'stripe' | null
}

/** A month that the provider was paid for. */
export interface PaidInvoice {
  id: string
  amountCents: number
  paymentIntentId: string
  periodStart: string
  periodEnd: string
  paidAt: string
  isFirst: boolean
}

/** A plan as the provider's books have it. */
export interface BookedPlan {
  plan: KnownPlan
  status: string
  endedAt: string | null
  paid: PaidInvoice[]
  /** Declined tries since the last paid month. */
  openTries: number
}

/** Reads the provider's books of one plan, and the words that it was ended with. */
export async function readPlanBooks(
  stripeId: string,
  provider: Provider,
): Promise<Omit<BookedPlan, 'plan'> & { cancelComment: string }> {
  const [plan, invoices] = await Promise.all([provider.plan(stripeId), provider.invoices(stripeId)])
  return {
    status: plan.status,
    endedAt: plan.ended_at === null ? null : isoOf(plan.ended_at),
    paid: invoices.filter(({ status }) => status === 'paid').map(toPaidInvoice),
    openTries: invoices.find(({ status }) => status === 'open')?.attempt_count ?? 0,
    cancelComment: plan.cancellation_details?.comment ?? '',
  }
}

function toPaidInvoice(invoice: Stripe.Invoice): PaidInvoice {
  const period = invoice.lines.data[0]?.period
  return {
    id: String(invoice.id),
    amountCents: invoice.amount_paid,
    paymentIntentId: String(invoice.payments?.data[0]?.payment.payment_intent),
    periodStart: isoOf(period?.start ?? 0),
    periodEnd: isoOf(period?.end ?? 0),
    paidAt: isoOf(invoice.status_transitions.paid_at ?? 0),
    isFirst: invoice.billing_reason === 'subscription_create',
  }
}

const isoOf = (seconds: number) => new Date(seconds * 1000).toISOString()
