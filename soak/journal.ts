import { createWriteStream } from 'node:fs'

/** How sure somebody is of what they did. `unsure`: they asked, and gave up before there was an answer. */
export type Certainty = 'sure' | 'unsure' | 'not done'

/** One wish to buy, however often it was clicked: it must come to one order, and to one charge where it was paid. */
export interface Purchase {
  /** In the order's message: tells which wish an order came from. */
  tag: string
  ownerId: string
  items: { quantity: number; priceCents: number }[]
  totalCents: number
  orderIds: Set<string>
  sessionIds: Set<string>
  /** By the word of the payment page. */
  paid: Certainty
}

/** A plan that somebody went to the payment page for. */
export interface PlanPurchase {
  sessionId: string
  ownerId: string
  email: string
  prankCount: number
  amountCents: number
  paid: Certainty
}

/** A status that the operator gave an order. */
export interface StatusGiven {
  status: string
  done: Certainty
}

/** A parcel of a plan that the operator sent off; its key is the parcel's id. */
export interface ParcelSent {
  stripeId: string
  done: Certainty
}

/** Somebody who signed up. */
export interface Member {
  id: string
  email: string
  /** Reads something of theirs, signed in as they are. */
  read<T>(path: string): Promise<T>
}

/** What the people of a run know of what they did: in memory, and line by line in a file for whoever looks into it. */
export function openJournal(file: string) {
  const lines = createWriteStream(file)
  const write = (what: string, facts: object) =>
    void lines.write(`${JSON.stringify({ at: new Date(), what, ...facts })}\n`)
  const purchases = new Map<string, Purchase>()
  const bySession = new Map<string, Purchase>()
  const plans = new Map<string, PlanPurchase>()
  const statuses = new Map<string, StatusGiven[]>()
  const parcels = new Map<string, ParcelSent>()
  const members = new Map<string, Member>()
  const surprises: string[] = []
  const ways: Record<string, number> = {}
  let placed = 0
  const standstill = { lastOrderAt: Number.POSITIVE_INFINITY, longestMs: 0 }

  return {
    purchases,
    /** By session. */
    plans,
    /** By order, in their order. */
    statuses,
    parcels,
    members,
    /** How often somebody bought in which way. */
    ways,
    /** The longest time in which nobody could place an order. */
    standstill,
    /** How many answers said that an order was placed. */
    placedOrders: () => placed,
    /** Answers that nobody should have got. */
    surprises,
    note: write,
    joined(member: Member): void {
      members.set(member.id, member)
      write('signed up', { id: member.id, email: member.email })
    },
    wished(way: string, purchase: Pick<Purchase, 'tag' | 'ownerId' | 'items' | 'totalCents'>): Purchase {
      ways[way] = (ways[way] ?? 0) + 1
      const wish = { ...purchase, orderIds: new Set<string>(), sessionIds: new Set<string>() }
      const noted: Purchase = { ...wish, paid: 'not done' }
      purchases.set(noted.tag, noted)
      write('wish', { way, ...purchase })
      return noted
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
      bySession.set(sessionId, purchase)
      write('session', { tag: purchase.tag, sessionId })
    },
    /** Which wish a session belongs to. */
    purchaseOf: (sessionId: string): Purchase | undefined => bySession.get(sessionId),
    /** Noted before and after somebody presses the button: a kill in between leaves them unsure. */
    paid(purchase: Purchase | PlanPurchase, done: Certainty): void {
      purchase.paid = done
      write('paid', { done, of: 'tag' in purchase ? purchase.tag : purchase.sessionId })
    },
    chosePlan(plan: Omit<PlanPurchase, 'paid'>): PlanPurchase {
      const noted: PlanPurchase = plans.get(plan.sessionId) ?? { ...plan, paid: 'not done' }
      plans.set(plan.sessionId, noted)
      write('chose a plan', plan)
      return noted
    },
    gaveStatus(orderId: string, given: StatusGiven): void {
      statuses.set(orderId, [...(statuses.get(orderId) ?? []), given])
      write('status', { orderId, status: given.status })
    },
    sentParcel(id: string, parcel: ParcelSent): void {
      parcels.set(id, parcel)
      write('parcel', { id, ...parcel })
    },
    surprised(what: string): void {
      write('surprise', { words: what.slice(0, 500) })
      if (surprises.length < 200) surprises.push(what.slice(0, 500))
    },
    close: () => new Promise<void>((resolve) => lines.end(resolve)),
  }
}

export type Journal = ReturnType<typeof openJournal>
