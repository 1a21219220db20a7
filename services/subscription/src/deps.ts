import type { Outbox } from '@prankpost/messaging'
import type { InternalClient, Logger, ShopCopy, TextVersions } from '@prankpost/service-kit'
import type { Plan, PlanModel } from './plan.model.ts'

/** The dependencies of subscription's use cases. */
export interface Deps {
  plans: PlanModel
  outbox: Outbox<Plan>
  /** Whether the shop is closed. */
  shop: ShopCopy
  /** The versions of the terms that customers agree to. */
  texts: TextVersions
  payment: InternalClient
  catalog: InternalClient
  order: InternalClient
  /** The current time by the clock of the database. */
  now: () => Date
  log: Logger
}
