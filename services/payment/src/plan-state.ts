import { noPauseEnd, type PlanAtStripe } from '@prankpost/contracts'
import type Stripe from 'stripe'
import type { Payment } from './payment.model.ts'

/** The terms of a plan at Stripe, as they were last recorded. */
export interface PlanTerms {
  prankCount: number | null
  amountCents: number
  pausedUntil: Date | null
  /** The start of the newest unpaid month whose invoice was voided or given up. Earlier versions do not have it. */
  droppedThrough?: Date | null
  /** Orders the states of a plan: each recorded state is later than the one before. */
  at: Date
}

export const planTermsFields = {
  prankCount: { type: Number, default: null },
  amountCents: { type: Number, required: true },
  pausedUntil: { type: Date, default: null },
  droppedThrough: { type: Date, default: null },
  at: { type: Date, required: true },
}

/** The recorded terms; until a change those that the plan was bought with. */
export const termsOf = ({
  terms,
  prankCount,
  amountCents,
  createdAt,
}: Pick<Payment, 'terms' | 'prankCount' | 'amountCents' | 'createdAt'>): PlanTerms =>
  terms ?? { prankCount, amountCents, pausedUntil: null, at: createdAt }

/** The number of pranks that a change wrote into the metadata of a plan; null when it was never changed. */
export function countIn(metadata: Stripe.Metadata | null): number | null {
  const count = Number(metadata?.prankCount)
  return Number.isInteger(count) && count >= 1 && count <= 5 ? count : null
}

/**
 * The terms that Stripe reports; its subscription does not name dropped months. The number of pranks is in the metadata: with
 * a discount, all counts have one price.
 */
export function termsAtStripe(subscription: Stripe.Subscription, known: PlanTerms): Omit<PlanTerms, 'at'> {
  const { pause_collection: pause, items } = subscription
  return {
    prankCount: countIn(subscription.metadata) ?? known.prankCount,
    amountCents: items.data.reduce(
      (sum, { price, quantity }) => sum + (price.unit_amount ?? 0) * (quantity ?? 1),
      0,
    ),
    pausedUntil: pause === null ? null : endOfPause(pause),
    droppedThrough: known.droppedThrough ?? null,
  }
}

/** A pause without an end was set in the Stripe dashboard. */
const endOfPause = ({ resumes_at }: Stripe.Subscription.PauseCollection) =>
  new Date(resumes_at === null ? noPauseEnd : resumes_at * 1000)

export const sameTerms = (one: Omit<PlanTerms, 'at'>, other: Omit<PlanTerms, 'at'>): boolean =>
  one.prankCount === other.prankCount &&
  one.amountCents === other.amountCents &&
  one.pausedUntil?.getTime() === other.pausedUntil?.getTime() &&
  one.droppedThrough?.getTime() === other.droppedThrough?.getTime()

/** The end of the present period: when Stripe makes the next invoice. */
export function periodEndOf({ id, items }: Stripe.Subscription): Date {
  const end = items.data[0]?.current_period_end
  if (end === undefined) throw new Error(`subscription ${id} has no item`)
  return new Date(end * 1000)
}

/** The terms as other services get them. */
export const describeTerms = (
  { pausedUntil, droppedThrough, at, ...terms }: PlanTerms,
  periodEnd: Date,
): PlanAtStripe => ({
  ...terms,
  pausedUntil: pausedUntil?.toISOString() ?? null,
  droppedThrough: droppedThrough?.toISOString() ?? null,
  currentPeriodEnd: periodEnd.toISOString(),
  at: at.toISOString(),
})
