import { createWriteStream } from 'node:fs'
import type { UnsentChoice } from '@prankpost/contracts'
import {
  type Cancellation,
  type Certainty,
  emptyPeopleLedger,
  type Member,
  type ParcelSent,
  type PlanPurchase,
  type Purchase,
  type RefundGiven,
  type StatusGiven,
} from '../ledgers/index.ts'

/** Opens the ledger of a run's people: in memory for the comparisons, and line by line in a file for a reader. */
export function openJournal(file: string) {
  const lines = createWriteStream(file)
  const write = (what: string, facts: object) =>
    void lines.write(`${JSON.stringify({ at: new Date(), what, ...facts })}\n`)
  const people = emptyPeopleLedger()
  const { purchases, plans, planEnds, statuses, cancellations, refunds, parcels, members } = people
  const surprises: string[] = []
  const ways: Record<string, number> = {}
  let placed = 0
  const standstill = { lastOrderAt: Number.POSITIVE_INFINITY, longestMs: 0 }

  return {
    ...people,
    /** How many purchases were made in which way. */
    ways,
    /** The longest time in which no customer could place an order. */
    standstill,
    /** How many responses confirmed an order. */
    placedOrders: () => placed,
    /** Responses that the shop must not give. */
    surprises,
    note: write,
    joined(member: Member): void {
      members.set(member.id, member)
      write('signed up', { id: member.id, email: member.email })
    },
    startedPurchase(
      way: string,
      cart: Pick<Purchase, 'tag' | 'ownerId' | 'items' | 'totalCents' | 'isThreat'>,
    ): Purchase {
      ways[way] = (ways[way] ?? 0) + 1
      const purchase: Purchase = { ...cart, orderIds: new Set(), sessionIds: new Set(), paid: 'not done' }
      purchases.set(purchase.tag, purchase)
      write('purchase', { way, ...cart })
      return purchase
    },
    ordered(purchase: Purchase, orderId: string): void {
      purchase.orderIds.add(orderId)
      placed += 1
      standstill.longestMs = Math.max(standstill.longestMs, Date.now() - standstill.lastOrderAt)
      standstill.lastOrderAt = Date.now()
      write('ordered', { tag: purchase.tag, orderId })
    },
    openedSession(purchase: Purchase, sessionId: string): void {
      purchase.sessionIds.add(sessionId)
      write('session', { tag: purchase.tag, sessionId })
    },
    /** Called before and after the button is pressed: a kill in between leaves the customer unsure. */
    paid(purchase: Purchase | PlanPurchase, done: Certainty): void {
      purchase.paid = done
      write('paid', { done, of: 'tag' in purchase ? purchase.tag : purchase.sessionId })
    },
    chosePlan(plan: Omit<PlanPurchase, 'paid'>): PlanPurchase {
      const chosen: PlanPurchase = plans.get(plan.sessionId) ?? { ...plan, paid: 'not done' }
      plans.set(plan.sessionId, chosen)
      write('chose a plan', plan)
      return chosen
    },
    /** Called before the request is sent. */
    cancelledPlan(planId: string, unsent: UnsentChoice): void {
      planEnds.set(planId, unsent)
      write('cancel a plan', { planId, unsent })
    },
    gaveStatus(orderId: string, given: StatusGiven): void {
      statuses.set(orderId, [...(statuses.get(orderId) ?? []), given])
      write('status', { orderId, status: given.status })
    },
    /** Called before the request is sent, as for a status. */
    cancelled(orderId: string, cancellation: Cancellation): void {
      cancellations.set(orderId, cancellation)
      write('cancel', { orderId, by: cancellation.by })
    },
    refunded(key: string, refund: RefundGiven): void {
      refunds.set(key, refund)
      write('refund', { key, ...refund })
    },
    sentParcel(id: string, parcel: ParcelSent): void {
      parcels.set(id, parcel)
      write('parcel', { id, ...parcel })
    },
    surprised(what: string): void {
      write('surprise', { message: what.slice(0, 500) })
      if (surprises.length < 200) surprises.push(what.slice(0, 500))
    },
    close: () => new Promise<void>((resolve) => lines.end(resolve)),
  }
}

export type Journal = ReturnType<typeof openJournal>
