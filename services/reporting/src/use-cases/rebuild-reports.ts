import { randomUUID } from 'node:crypto'
import { type EventName, pastEvents, pastPurchases, readEventData } from '@prankpost/contracts'
import { type InternalClient, mapAtOnce, pagesOf } from '@prankpost/service-kit'
import type { z } from 'zod'
import type { FigureDeps } from '../deps.ts'
import type { PlanState } from '../plan.model.ts'
import { mergePlan } from '../plan-figures.ts'
import { type Facts, type Projected, type Projection, project } from '../projected.ts'
import { plansOf, purchasesOf } from '../projections.ts'
import type { PurchaseModel } from '../purchase.model.ts'
import { mergePurchase, purchaseFactsOf } from '../purchase-facts.ts'
import { planStates } from './record-payment.ts'
import { refreshDay, refreshStaleDays } from './refresh-days.ts'

interface RebuildDeps extends FigureDeps {
  order: InternalClient
  subscription: InternalClient
  now?: () => Date
}

/** The result of a rebuild. */
export interface Rebuilt {
  /** Purchases and plans that the sources reported. */
  purchases: number
  plans: number
  /** Those that no source reports. */
  removed: number
  /** The days that have figures. */
  days: number
}

/**
 * A source may lag behind the events: it may not have recorded yet what was reported to this service. What was changed in
 * the hour before the rebuild, or since, is therefore completed and not replaced.
 */
const settledAfterMs = 3_600_000

/**
 * Rebuilds all figures from the orders and the plans' events. It may run while the service is running, and again after it
 * was interrupted: every document is written under its key, and only those that no source reports, and that did not
 * change lately, are emptied. At the end every day is computed from its documents. The visits of the funnel have no other
 * source, so they stay as they are.
 * @throws 503 when a source is unavailable; nothing is removed then
 */
export async function rebuildReports({
  order,
  subscription,
  now = () => new Date(),
  ...deps
}: RebuildDeps): Promise<Rebuilt> {
  const run: Run = { id: randomUUID(), settledBefore: new Date(+now() - settledAfterMs), now }
  const [purchases, plans] = [purchasesOf(deps), plansOf(deps)]
  const counts = { purchases: 0, plans: 0 }
  for await (const page of pagesOf(order, '/internal/past-purchases', pastPurchases, { limit: '200' })) {
    await restore(
      purchases,
      run,
      page.purchases,
      ({ id }) => id,
      (past) => ({
        whole: purchaseFactsOf(past),
        complete: (known) => mergePurchase(known, purchaseFactsOf(past)),
      }),
    )
    counts.purchases += page.purchases.length
  }
  for await (const page of pagesOf(subscription, '/internal/past-events', pastEvents, { limit: '200' })) {
    const states = [...Map.groupBy(page.events, ({ subject }) => subject)]
    await restore(
      plans,
      run,
      states,
      ([id]) => id,
      ([, events]) => {
        const past = events.flatMap(stateOf)
        return { whole: mergePlan(plans.nothing, past), complete: (known) => mergePlan(known, past) }
      },
    )
    counts.plans += states.length
  }
  const removed = (await emptyUnseen(purchases, run)) + (await emptyUnseen(plans, run))
  return { ...counts, removed, days: await refreshAll(deps) }
}

interface Run {
  id: string
  settledBefore: Date
  now: () => Date
}

const planEvents: EventName[] = [
  'subscription-created',
  'subscription-renewed',
  'subscription-updated',
  'subscription-cancelled',
]

/** The state that a past event reports; none for an event that reports do not read. @throws ZodError */
function stateOf({ id, type, dataschema, data }: z.output<typeof pastEvents>['events'][number]): PlanState[] {
  const name = planEvents.find((one) => one === type)
  if (name === undefined) return []
  return planStates({ id, type: name, data: readEventData(name, dataschema, data) } as never)
}

/** What a source says about a document: its whole content, and how to add it to content that is newer. */
interface Past<T extends Projected> {
  whole: Facts<T>
  complete: (known: Facts<T>) => Facts<T>
}

/** Writes the documents of a page, and notes that their source reports them. */
async function restore<T extends Projected, Item>(
  projection: Projection<T>,
  { id: seenIn, settledBefore, now }: Run,
  page: Item[],
  idOf: (item: Item) => string,
  pastOf: (item: Item) => Past<T>,
): Promise<void> {
  await mapAtOnce(page, (item) => {
    const { whole, complete } = pastOf(item)
    const isSettled = (changedAt: Date) => changedAt < settledBefore
    return project(
      projection,
      idOf(item),
      (known, changedAt) => (changedAt === null || isSettled(changedAt) ? whole : complete(known)),
      now(),
    )
  })
  await projection.model.updateMany({ _id: { $in: page.map(idOf) } } as object, { seenIn })
}

/** Empties the documents that no source reported; their days are computed again. Returns how many. */
async function emptyUnseen<T extends Projected>(
  projection: Projection<T>,
  { id, settledBefore, now }: Run,
): Promise<number> {
  const unseen = { seenIn: { $ne: id }, changedAt: { $lt: settledBefore }, 'days.0': { $exists: true } }
  let removed = 0
  for await (const { _id } of projection.model
    .find(unseen as object, { _id: 1 })
    .lean<{ _id: string }>()
    .cursor()) {
    await project(
      projection,
      _id,
      (known, changedAt) => (changedAt !== null && changedAt < settledBefore ? projection.nothing : known),
      now(),
    )
    removed++
  }
  return removed
}

/** Computes every day once: those with marks, and those that were stored before. Returns the number of days. */
async function refreshAll(deps: FigureDeps): Promise<number> {
  const marked = [deps.purchases, deps.plans].map((model) =>
    (model as PurchaseModel).distinct('staleDays', { staleDays: { $gt: '' } }),
  )
  const stored = await deps.days.find({}, { _id: 1 }).lean()
  const days = new Set([...(await Promise.all(marked)).flat(), ...stored.map(({ _id }) => _id)])
  for (const day of [...days].sort()) await refreshDay(day, deps)
  while (await refreshStaleDays(deps)) {
    // What changed meanwhile.
  }
  return deps.days.estimatedDocumentCount()
}
