import {
  type Contact,
  type InternalPrank,
  type PackAnswer,
  packRequest,
  parcelChangesRequest,
  refundParcelRequest,
  refuseParcelRequest,
} from '@prankpost/contracts'
import { unavailable } from '@prankpost/service-kit'
import { newId, standInClient, standInForConsent } from '@prankpost/service-kit/testing'

/** A prank that the stand-in for catalog knows; until a test adds others, the only one. */
export const potato = {
  prankId: newId(),
  name: 'Raw Potato',
  description: 'A potato, raw.',
  priceCents: 499,
  tier: 'Standard',
  image: 'potato',
  onSale: true,
  revision: 1,
} as const

type PackedOrder = PackAnswer['orders'][number]

/**
 * Stand-ins for contact, catalog and order: the targets of each customer are those that a test has added, and order packs
 * every order without changes, except those with an answer.
 */
export function standIns() {
  const consent = standInForConsent()
  const state = {
    consent: consent.state,
    targets: new Map<string, { ownerId: string; contact: Contact }>(),
    /** What catalog knows. */
    pranks: [potato] as InternalPrank[],
    /** What order answers about orders; null when it does not know one. */
    packs: new Map<string, Partial<PackedOrder> | null>(),
    /** The orders of each call to pack. */
    packed: [] as string[][],
    /** Why order refuses to change a parcel, by its id. */
    refusals: new Map<string, string>(),
    /** The parcels that order was asked to refund. */
    refunds: [] as { orderId: string | null; invoiceId: string | null; parcelId: string }[],
    asked: 0,
    isUnavailable: false,
  }
  const decideAll = createParcelOrder()
  const client = (answer: (query: URLSearchParams) => unknown) =>
    standInClient({
      get(path) {
        state.asked++
        if (state.isUnavailable) throw unavailable()
        return answer(new URL(path, 'http://other.test').searchParams)
      },
    })
  return {
    state,
    contact: client((query) => {
      const id = query.get('ids')
      return [...state.targets.values()]
        .filter(
          ({ ownerId, contact }) => ownerId === query.get('ownerId') && (id ?? contact.id) === contact.id,
        )
        .map(({ contact }) => {
          const digest = consent.state.digestOf(contact)
          return { ...contact, digest, mayGet: !consent.state.refusals.has(digest) }
        })
    }),
    consent: consent.client,
    catalog: client((query) => {
      const id = query.get('ids')
      return state.pranks.filter(({ prankId }) => (id ?? prankId) === prankId)
    }),
    order: standInClient({
      post(path, body) {
        if (state.isUnavailable) throw unavailable()
        if (path === '/internal/parcels/change') return { orders: decideAll(body, state.refusals) }
        if (path === '/internal/parcels/refund') {
          state.refunds.push(refundParcelRequest.parse(body))
          return { refundId: newId(), amount: '4.99', status: 'pending' }
        }
        if (path === '/internal/parcels/refuse') return refusedAnswer(body, state.refusals)
        const { orderIds } = packRequest.parse(body)
        state.packed.push(orderIds)
        const answers = orderIds.map((id) => ({ id, answer: state.packs.get(id) }))
        return {
          orders: answers.flatMap(({ id, answer }) =>
            answer === null ? [] : [{ ...unchanged(id), ...answer }],
          ),
        }
      },
    }),
  }
}

/** The number of an order, as the stand-in for order answers it. */
export const numberOf = (orderId: string) => `PP-${orderId.slice(-6)}`

const unchanged = (orderId: string): PackedOrder => ({
  orderId,
  orderNumber: numberOf(orderId),
  packed: true,
  message: null,
  parcelsRevision: 0,
  parcels: [],
})

/** The recipient of most parcels. */
export const gerald = {
  name: 'Gerald Snail',
  address: '1 Garden Path',
  address2: null as string | null,
  city: 'Bend',
  state: 'OR',
  zipCode: '97701',
}

/** Refuses a parcel to Gerald as order does. */
function refusedAnswer(body: unknown, refusals: Map<string, string>) {
  const { orderId, parcelId } = refuseParcelRequest.parse(body)
  const message = refusals.get(parcelId) ?? null
  const outcome = message === null ? ('changed' as const) : ('refused' as const)
  const parcels = [{ parcelId, contact: gerald, isWithdrawn: true, heldBecause: null, review: null }]
  return {
    ...{ orderId, invoiceId: null, results: [{ parcelId, outcome, message }] },
    ...(message === null ? { parcelsRevision: 1_000, parcels } : { parcelsRevision: 0, parcels: [] }),
  }
}

/** Decides about parcels of orders as order does, for parcels to Gerald: what operators do with them is stored. */
function createParcelOrder() {
  const unsent = { shippedAt: null, heldBecause: null, returnedAt: null, sentAgainAt: null }
  const known = new Map<string, Record<keyof typeof unsent, string | null> & { isWithdrawn?: boolean }>()
  let parcelsRevision = 0
  return (body: unknown, refusals: Map<string, string>) =>
    parcelChangesRequest.parse(body).orders.map(({ orderId, invoiceId, changes }) => {
      parcelsRevision++
      const results = changes.map(({ parcelId, action, reason = null }) => {
        const refusal = refusals.get(parcelId)
        if (refusal !== undefined) return { parcelId, outcome: 'refused' as const, message: refusal }
        const parcel = known.get(parcelId) ?? { ...unsent }
        const isShippedNow = action === 'ship' && parcel.shippedAt === null
        if (isShippedNow) parcel.shippedAt = new Date().toISOString()
        if (action === 'hold' || action === 'release') parcel.heldBecause = reason
        if (action === 'return') parcel.returnedAt = new Date().toISOString()
        if (action === 'send-again') {
          if (parcel.returnedAt === null) {
            return { parcelId, outcome: 'refused' as const, message: 'This parcel is sent again already.' }
          }
          Object.assign(parcel, { ...unsent, sentAgainAt: new Date().toISOString() })
        }
        if (action === 'withdraw') {
          const isWaiting = parcel.sentAgainAt !== null && parcel.shippedAt === null
          parcel.isWithdrawn = parcel.isWithdrawn || isWaiting
        }
        known.set(parcelId, parcel)
        const outcome = action === 'ship' && !isShippedNow ? ('unchanged' as const) : ('changed' as const)
        return { parcelId, outcome, message: null }
      })
      const parcels = changes.flatMap(({ parcelId }) => {
        const parcel = known.get(parcelId)
        return parcel === undefined ? [] : [{ parcelId, contact: gerald, isWithdrawn: false, ...parcel }]
      })
      return { orderId, invoiceId, results, parcelsRevision, parcels }
    })
}
