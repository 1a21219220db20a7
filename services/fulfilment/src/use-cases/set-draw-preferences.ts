import type { DrawPreferences } from '@prankpost/contracts'
import { checkpoint } from '@prankpost/messaging'
import { invalid } from '@prankpost/service-kit'
import type { Deps } from '../deps.ts'
import { fetchPranks, fetchTargets, planOf, readPool } from '../draw-pool.ts'
import type { Shipment } from '../shipment.model.ts'
import { drawMonth } from './draw-month.ts'
import { findNewestMonth, type OwnPlan } from './read-draw.ts'

/** What is never drawn for a customer's plan. @throws 404 for a plan without a paid month or of another customer */
export async function readDrawPreferences(plan: OwnPlan, deps: Deps): Promise<DrawPreferences> {
  await findNewestMonth(plan, deps)
  const { excludedPrankIds = [], excludedContactIds = [] } =
    (await deps.preferences.findById(plan.subscriptionId).lean()) ?? {}
  return { excludedPrankIds, excludedContactIds }
}

/**
 * Replaces what is never drawn for a customer's plan, and draws unshipped slots again that contradict it. A repeat
 * changes nothing. After a crash between the two, each read of a draw does the rest: it draws excluded slots again.
 * @throws 400 when nothing would be left to draw; 404 for a plan without a paid month or of another customer; 503 when
 * contact or catalog is unavailable
 */
export async function setDrawPreferences(
  { excludedPrankIds, excludedContactIds, ...plan }: OwnPlan & DrawPreferences,
  deps: Deps,
): Promise<DrawPreferences> {
  await findNewestMonth(plan, deps)
  const wanted = {
    excludedPrankIds: unique(excludedPrankIds),
    excludedContactIds: unique(excludedContactIds),
  }
  await checkSomethingLeft(plan, wanted, deps)
  const { subscriptionId, ownerId } = plan
  await deps.preferences.updateOne({ _id: subscriptionId, ownerId }, { $set: wanted }, { upsert: true })
  checkpoint('fulfilment:preferences-stored')
  await redrawMonths(plan, deps)
  return wanted
}

const unique = (ids: string[]) => [...new Set(ids)]

/** An empty address book is not refused: a target that is added later can be drawn. */
async function checkSomethingLeft({ ownerId }: OwnPlan, wanted: DrawPreferences, deps: Deps): Promise<void> {
  const [pranks, targets] = await Promise.all([fetchPranks(deps), fetchTargets(ownerId, deps)])
  const isLeft = (ids: string[], excluded: string[]) =>
    ids.length === 0 || ids.some((id) => !excluded.includes(id))
  const prankIds = pranks.map(({ prankId }) => prankId)
  if (!isLeft(prankIds, wanted.excludedPrankIds)) {
    throw invalid('You cannot exclude every prank: leave at least one to draw.')
  }
  const targetIds = targets.map(({ id }) => id)
  if (!isLeft(targetIds, wanted.excludedContactIds)) {
    throw invalid('You cannot exclude every target: leave at least one who gets a prank.')
  }
}

async function redrawMonths(plan: OwnPlan, deps: Deps): Promise<void> {
  const { subscriptionId, ownerId } = plan
  const open = { ownerId, 'plan.subscriptionId': subscriptionId, parcelsDue: { $gt: 0 } }
  const months = await deps.shipments.find(open).lean<Shipment[]>()
  for (const month of months) await drawMonth(month, await readPool(planOf(month), deps), deps)
}
