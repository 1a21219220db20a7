import { type Contact, type EventData, type PackAnswer, packRequest } from '@prankpost/contracts'
import { unavailable } from '@prankpost/service-kit'
import { newId, standInClient } from '@prankpost/service-kit/testing'

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
  const state = {
    targets: new Map<string, { ownerId: string; contact: Contact }>(),
    /** What catalog knows. */
    pranks: [potato] as EventData<'prank-changed'>[],
    /** What order answers about orders; null when it does not know one. */
    packs: new Map<string, Partial<PackedOrder> | null>(),
    /** The orders of each call to pack. */
    packed: [] as string[][],
    asked: 0,
    isUnavailable: false,
  }
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
        .map(({ contact }) => contact)
    }),
    catalog: client((query) => {
      const id = query.get('ids')
      return state.pranks.filter(({ prankId }) => (id ?? prankId) === prankId)
    }),
    order: standInClient({
      post(_path, body) {
        if (state.isUnavailable) throw unavailable()
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
