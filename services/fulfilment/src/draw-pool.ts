import { type DrawTarget, drawTargets, type EventData, internalPranks } from '@prankpost/contracts'
import type { Pick as Pair } from '@prankpost/contracts/draw'
import type { Deps } from './deps.ts'
import type { Shipment } from './shipment.model.ts'
import { listSentPranks } from './use-cases/list-sent-pranks.ts'

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
  /** What the targets received in the last 6 months. */
  sent: readonly Pair[]
}

type Plan = { subscriptionId: string; ownerId: string }
type PoolDeps = Pick<Deps, 'catalog' | 'contact' | 'preferences' | 'shipments'>

/** Whose plan a month is of, and which. */
export const planOf = ({ plan, ownerId }: Shipment): Plan => ({
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

/** Reads what a plan's slots are drawn from at present. @throws 503 when contact or catalog is unavailable */
export async function readPool({ subscriptionId, ownerId }: Plan, deps: PoolDeps): Promise<DrawPool> {
  const [pranks, targets, sent, preferences] = await Promise.all([
    fetchPranks(deps),
    fetchTargets(ownerId, deps),
    listSentPranks({ ownerId }, deps),
    deps.preferences.findById(subscriptionId).lean(),
  ])
  const { excludedPrankIds = [], excludedContactIds = [] } = preferences ?? {}
  return {
    pranks: new Map(pranks.map((prank) => [prank.prankId, prank])),
    targets: new Map(targets.map((target) => [target.id, target])),
    prankIds: pranks.map(({ prankId }) => prankId).filter((id) => !excludedPrankIds.includes(id)),
    targetIds: targets
      .filter(({ id, mayGet }) => mayGet && !excludedContactIds.includes(id))
      .map(({ id }) => id),
    sent,
  }
}
