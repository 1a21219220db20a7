import type { Purchase as PastPurchase } from '@prankpost/contracts'
import type { Facts } from './projected.ts'
import type { Purchase, Return } from './purchase.model.ts'

export type PurchaseFacts = Facts<Purchase>

/** A purchase of which nothing is known. */
export const noPurchase: PurchaseFacts = {
  type: null,
  paidAt: null,
  totalCents: 0,
  discountCode: null,
  discountCents: 0,
  items: [],
  status: null,
  refunds: [],
  disputes: [],
  parcels: [],
}

/** A refund fails even after it succeeded; a closed dispute is not opened again, but a bank may reverse its decision. */
const ranks = { pending: 0, succeeded: 1, failed: 2, open: 0, won: 1, lost: 1 } as const

/**
 * Adds what an event says. The result is the same in any sequence and after repeats: the payment is reported once, the
 * latest status counts, a refund and a dispute only advance and keep their earliest time, the newest decision about a
 * dispute counts, a parcel is sent once.
 */
export function mergePurchase(known: PurchaseFacts, news: Partial<PurchaseFacts>): PurchaseFacts {
  const { status, refunds = [], disputes = [], parcels = [], ...payment } = news
  return {
    ...known,
    ...payment,
    status: latest(known.status, status ?? null),
    refunds: mergeById(known.refunds, refunds, advance),
    disputes: mergeById(known.disputes, disputes, advance),
    parcels: mergeById(known.parcels, parcels, (a, b) => (b.shippedAt < a.shippedAt ? b : a)),
  }
}

function latest(a: PurchaseFacts['status'], b: PurchaseFacts['status']): PurchaseFacts['status'] {
  if (a === null || b === null) return a ?? b
  return b.at > a.at || (+b.at === +a.at && b.to > a.to) ? b : a
}

function advance<S extends keyof typeof ranks>(a: Return<S>, b: Return<S>): Return<S> {
  const newer = ranks[b.status] - ranks[a.status] || +(b.changedAt ?? b.at) - +(a.changedAt ?? a.at)
  const further = newer > 0 || (newer === 0 && b.status < a.status) ? b : a
  return { ...further, at: new Date(Math.min(+a.at, +b.at)) }
}

function mergeById<T extends { id: string }>(known: T[], news: T[], merge: (a: T, b: T) => T): T[] {
  const all = new Map(known.map((one) => [one.id, one]))
  for (const one of news) {
    const earlier = all.get(one.id)
    all.set(one.id, earlier === undefined ? one : merge(earlier, one))
  }
  return [...all.values()].sort((a, b) => (a.id < b.id ? -1 : 1))
}

/** The content of a purchase as order describes it. */
export function purchaseFactsOf({ id: _id, ...past }: PastPurchase): PurchaseFacts {
  const dated = <T extends { at: string }>(one: T) => ({ ...one, at: new Date(one.at) })
  return mergePurchase(noPurchase, {
    ...past,
    paidAt: new Date(past.paidAt),
    status: past.status && dated(past.status),
    refunds: past.refunds.map(dated),
    disputes: past.disputes.map(({ closedAt, ...one }) => ({
      ...dated(one),
      ...(closedAt && { changedAt: new Date(closedAt) }),
    })),
    parcels: past.parcels.map((parcel) => ({ ...parcel, shippedAt: new Date(parcel.shippedAt) })),
  })
}
