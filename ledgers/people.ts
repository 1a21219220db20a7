import type { UnsentChoice } from '@prankpost/contracts'
import type { Entry } from './comparison.ts'

/** `unsure`: the person sent the request and gave up before an answer arrived. */
export type Certainty = 'sure' | 'unsure' | 'not done'

/** A purchase, however often its button was clicked: it must become one order, and one charge if it was paid. */
export interface Purchase {
  /** The message of the order: identifies the purchase that an order belongs to. */
  tag: string
  ownerId: string
  items: { quantity: number; priceCents: number }[]
  totalCents: number
  /** Its message is a threat: nothing of it is sent before a person decides. */
  isThreat: boolean
  orderIds: Set<string>
  sessionIds: Set<string>
  /** According to the payment page. */
  paid: Certainty
}

/** A plan whose payment page a customer opened. */
export interface PlanPurchase {
  sessionId: string
  ownerId: string
  email: string
  prankCount: number
  amountCents: number
  paid: Certainty
}

/** A status that the operator set on an order. */
export interface StatusGiven {
  status: string
  done: Certainty
}

/**
 * A cancellation that the customer asked for, or that follows from what the operator refused or a recipient listed (`operator`); its
 * key is the order's id.
 */
export interface Cancellation {
  by: 'customer' | 'operator'
  done: Certainty
}

/** An amount that the operator refunded; its key is the idempotency key of the call. */
export interface RefundGiven {
  orderId: string
  cents: number
  done: Certainty
}

/** A dispute of a bank: `open` until the bank decides. */
export type DisputeStatus = 'open' | 'won' | 'lost'

/** A parcel of a plan that the operator shipped; its key is the parcel's id. */
export interface ParcelSent {
  stripeId: string
  done: Certainty
}

/** A customer who signed up. */
export interface Member {
  id: string
  email: string
  /** Reads a page of the customer's own, in the customer's session. @throws when there is no answer */
  read<T>(path: string): Promise<T>
}

/** The ledger of the customers and the operator: what they did, as far as they know. */
export interface PeopleLedger {
  /** By tag. */
  purchases: Map<string, Purchase>
  /** By session. */
  plans: Map<string, PlanPurchase>
  /** What customers chose last for the unsent parcels of a plan that they wanted to end, by plan. */
  planEnds: Map<string, UnsentChoice>
  /** By order, in the order in which they were set. */
  statuses: Map<string, StatusGiven[]>
  cancellations: Map<string, Cancellation>
  refunds: Map<string, RefundGiven>
  /** The disputes that banks opened, and how they ended, by the payment intent of a plan's month. */
  disputes: Map<string, DisputeStatus>
  parcels: Map<string, ParcelSent>
  members: Map<string, Member>
}

/** A ledger of people who have done nothing yet. */
export const emptyPeopleLedger = (): PeopleLedger => ({
  ...{ purchases: new Map(), plans: new Map(), planEnds: new Map(), statuses: new Map() },
  ...{ cancellations: new Map(), refunds: new Map(), disputes: new Map() },
  ...{ parcels: new Map(), members: new Map() },
})

/** Sorts entries by certainty: `sure` is expected, `unsure` is allowed, `not done` must not be there. */
export function byCertainty(things: { done: Certainty; entry: Entry }[]) {
  const entries = (wanted: Certainty) =>
    things.filter(({ done }) => done === wanted).map(({ entry }) => entry)
  return { expected: entries('sure'), allowed: entries('unsure') }
}
