import type { Limit } from '@prankpost/service-kit'
import type { DayModel } from './day.model.ts'
import type { FunnelModel } from './funnel.model.ts'
import type { KnownPranks } from './known-pranks.ts'
import type { PlanModel } from './plan.model.ts'
import type { PurchaseModel } from './purchase.model.ts'

/** The models that figures are computed from, and the days that they are computed for. */
export interface FigureDeps {
  purchases: PurchaseModel
  plans: PlanModel
  days: DayModel
}

/** The dependencies of the use cases of reporting. */
export interface Deps extends FigureDeps {
  funnel: FunnelModel
  /** Calls that report steps, per network; in memory, because no address may be stored. */
  funnelCalls: Pick<Limit, 'count'>
  knownPranks: KnownPranks
  /** The current time by the clock of the database. */
  now: () => Date
}
