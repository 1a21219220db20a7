import { addressesChecked } from '@prankpost/contracts'
import { isOutage } from '@prankpost/service-kit'
import type { QueryFilter, UpdateQuery } from 'mongoose'
import { placeOf } from '../consent.ts'
import type { Deps } from '../deps.ts'
import { forEachOrder } from '../each-order.ts'
import type { Order } from '../order.model.ts'
import type { OrderItem } from '../order-item.model.ts'
import { holdReported } from './hold-reported.ts'
import { withdrawBlocked } from './withdraw-blocked.ts'

export type DigestDeps = Pick<Deps, 'orders' | 'outbox' | 'consent' | 'now'>

/** More items than any order has. */
const maxPlaces = 500

/**
 * Adds the digests of their addresses to the items of one order that has none, because it was imported or stored by an earlier
 * version; `among` selects the orders. Withdraws the parcels to listed addresses, and holds those to reported ones. Returns
 * whether there was such an order. The mark `lacksDigests` is removed last: if the process dies before, it is still there, and
 * a repeat withdraws and holds nothing twice.
 */
export async function addDigests(deps: DigestDeps, among: QueryFilter<Order> = {}): Promise<boolean> {
  const marked = await deps.orders.findOne({ ...among, lacksDigests: true }).lean()
  if (marked === null) return false
  const places = marked.items.slice(0, maxPlaces).map(placeOf)
  const request = { senderId: null, places, isOneOrder: false }
  const { verdicts } = await deps.consent.post('/internal/addresses/check', addressesChecked, request)
  // An address that was corrected meanwhile keeps the mark.
  const isSame = (order: Order) =>
    JSON.stringify(order.items.map(placeOf)) === JSON.stringify(marked.items.map(placeOf))
  const write = (updateOf: (order: Order) => UpdateQuery<Order>) =>
    deps.outbox.change({ _id: marked._id }, (order) => (isSame(order) ? { update: updateOf(order) } : null))
  await write(({ items }) => ({ $set: { items: withDigests(items, verdicts) } }))
  for (const { digest, refusal } of verdicts) {
    if (refusal?.kind !== 'blocked') continue
    const { reportedCase } = refusal
    await (reportedCase
      ? holdReported({ digest, caseId: reportedCase, at: deps.now().toISOString() }, deps)
      : withdrawBlocked({ digest }, deps))
  }
  await write(() => ({ $unset: { lacksDigests: 1 } }))
  return true
}

/**
 * Does this for all orders that have none; `among` selects the orders. One that fails keeps its mark, and does not stop the others.
 * @throws the first failure, after the others
 */
export const addAllDigests = (deps: DigestDeps, among: QueryFilter<Order> = {}): Promise<void> =>
  forEachOrder({ ...among, lacksDigests: true }, deps, (_id) => addDigests(deps, { _id }))

const withDigests = (items: OrderItem[], verdicts: { digest: string }[]): OrderItem[] =>
  items.map((item, index) => ({ ...item, addressDigest: verdicts[index]?.digest ?? '' }))

/** Why the parcels of an order are neither packed nor sent yet; null when consent has checked their addresses. */
export const whyNotChecked = ({ lacksDigests }: Pick<Order, 'lacksDigests'>): string | null =>
  lacksDigests
    ? 'Its addresses are not checked yet. Please try again in a minute. If that does not help, one of them is not valid.'
    : null

/**
 * Does this for orders that are about to be packed or sent. One that cannot be checked, or all of them without an answer of consent,
 * keep the mark and wait: `whyNotChecked` refuses them alone.
 */
export async function addDigestsNow(orderIds: string[], deps: DigestDeps & Pick<Deps, 'log'>): Promise<void> {
  try {
    await addAllDigests(deps, { _id: { $in: orderIds } })
  } catch (error) {
    if (isOutage(error)) deps.log.warn({ err: error }, 'orders wait for consent')
    else deps.log.error({ err: error }, 'the addresses of an order cannot be checked')
  }
}

/** Marks the unsent orders of earlier versions. Runs at each start, and changes nothing when it runs again. */
export async function markWithoutDigests({ orders }: Pick<Deps, 'orders'>): Promise<void> {
  const earlier = {
    status: { $in: ['paid' as const, 'processing' as const] },
    type: 'once' as const,
    'items.addressDigest': { $exists: false },
  }
  await orders.updateMany(earlier, { $set: { lacksDigests: true } })
}
