import { type DrawTarget, drawTargets, type EventData, internalPranks } from '@prankpost/contracts'
import type { Pair } from '@prankpost/contracts/fair-draw'
import type { Deps } from './deps.ts'
import { listDrawnPairs } from './drawn-pairs.ts'
import type { Shipment } from './shipment.model.ts'

type Prank = EventData<'prank-changed'>

/** What the slots of a plan's month are drawn from. */
export interface DrawPool {
  /** The pranks on sale by id. */
  pranks: Map<string, Prank>
  /** The customer's whole address book by id. */
  targets: Map<string, DrawTarget>
  /** The pranks that are not excluded by the customer. */
  prankIds: string[]
  /** The targets that are not excluded by the customer, and to which a parcel may be sent. */
  targetIds: string[]
  /** What the targets received in the last 6 months, and what waits to be sent to them outside of this month. */
  sent: readonly Pair[]
  /** When a target last received a prank before that, by `pairKey`. */
  earlier: ReadonlyMap<string, Date>
  /** The seed of the present calendar month. */
  seed: { month: string; seed: string }
}

type Plan = { monthId: string; subscriptionId: string; ownerId: string }
export type PoolDeps = Pick<Deps, 'catalog' | 'contact' | 'preferences' | 'shipments' | 'seeds'>

/** A month of a plan, and whose it is. */
export const planOf = ({ _id, plan, ownerId }: Shipment): Plan => ({
  monthId: String(_id),
  subscriptionId: plan?.subscriptionId ?? '',
  ownerId: ownerId ?? '',
})

/** The pranks on sale that are not sold out. @throws 503 when catalog is unavailable */
export async function fetchPranks({ catalog }: Pick<Deps, 'catalog'>): Promise<Prank[]> {
  const pranks = await catalog.get('/internal/pranks', internalPranks)
  return pranks.filter(({ onSale, left }) => onSale && (left ?? 1) > 0)
}

/** A customer's whole address book. @throws 503 when contact is unavailable */
export const fetchTargets = (ownerId: string, { contact }: Pick<Deps, 'contact'>): Promise<DrawTarget[]> =>
  contact.get(`/internal/draw-targets?${new URLSearchParams({ ownerId })}`, drawTargets)

/** Reads what the slots of a month are drawn from at present. @throws 503 when contact or catalog is unavailable */
export async function readPool(
  { monthId, subscriptionId, ownerId }: Plan,
  deps: PoolDeps,
): Promise<DrawPool> {
  const [pranks, targets, pairs, preferences, seed] = await Promise.all([
    fetchPranks(deps),
    fetchTargets(ownerId, deps),
    listDrawnPairs({ ownerId, monthId }, deps),
    deps.preferences.findById(subscriptionId).lean(),
    deps.seeds.present(),
  ])
  const { excludedPrankIds = [], excludedContactIds = [] } = preferences ?? {}
  return {
    pranks: new Map(pranks.map((prank) => [prank.prankId, prank])),
    targets: new Map(targets.map((target) => [target.id, target])),
    prankIds: pranks.map(({ prankId }) => prankId).filter((id) => !excludedPrankIds.includes(id)),
    targetIds: targets
      .filter(({ id, mayGet }) => mayGet && !excludedContactIds.includes(id))
      .map(({ id }) => id),
    ...pairs,
    seed: { month: seed._id, seed: seed.seed },
  }
}
