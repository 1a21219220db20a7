import { type BookedPlan, readPlanBooks } from '../bench/proof/plan-books.ts'
import type { Provider } from '../bench/proof/provider.ts'
import type { Journal, Purchase } from './journal.ts'

/** A session of a one-time order that was paid. */
export interface Charge {
  sessionId: string
  orderId: string
  paymentIntentId: string
  amountCents: number
  refundedCents: number
  /** What it was paid for; undefined when nobody of this run says so. */
  purchase: Purchase | undefined
}

/** Stripe's books: the ones that count. */
export interface StripeBooks {
  charges: Charge[]
  plans: (BookedPlan & { sessionId: string })[]
  /** Plans that nobody of this run says to have paid. */
  strangers: string[]
}

/** What the customers' word at Stripe looks like when they end a plan in the store. */
const customersWord = /^Cancelled by the customer/

const readersAtOnce = 8

/** Reads all that was paid at Stripe, with whose it is. */
export async function readStripeBooks(provider: Provider, journal: Journal): Promise<StripeBooks> {
  const sessions = await provider.paidSessions()
  const books: StripeBooks = { charges: [], plans: [], strangers: [] }
  const planSessions = sessions.filter(({ mode }) => mode === 'subscription')
  for (const { id, mode, payment_intent: intent, ...session } of sessions) {
    if (mode !== 'payment' || intent === null || typeof intent === 'string') continue
    const charge = typeof intent.latest_charge === 'string' ? null : intent.latest_charge
    books.charges.push({
      sessionId: id,
      orderId: String(session.client_reference_id),
      paymentIntentId: intent.id,
      amountCents: session.amount_total ?? 0,
      refundedCents: charge?.amount_refunded ?? 0,
      purchase: journal.purchaseOf(id),
    })
  }
  const work = async () => {
    for (let session = planSessions.pop(); session; session = planSessions.pop()) {
      const bought = journal.plans.get(session.id)
      if (bought === undefined) books.strangers.push(session.id)
      else {
        const { ownerId, email, prankCount, amountCents } = bought
        const stripeId = String(session.subscription)
        const { cancelComment, ...booked } = await readPlanBooks(stripeId, provider)
        const endedBy =
          booked.endedAt === null ? null : customersWord.test(cancelComment) ? 'customer' : 'stripe'
        const planId = String(session.client_reference_id)
        books.plans.push({
          sessionId: session.id,
          plan: { planId, stripeId, ownerId, email, prankCount, amountCents, endedBy },
          ...booked,
        })
      }
    }
  }
  await Promise.all(Array.from({ length: readersAtOnce }, work))
  return books
}

/** The charges that were not given back. */
export const keptCharges = ({ charges }: Pick<StripeBooks, 'charges'>): Charge[] =>
  charges.filter(({ amountCents, refundedCents }) => refundedCents < amountCents)
