import type { Outbox } from '@prankpost/messaging'
import type { InternalClient, Logger } from '@prankpost/service-kit'
import type { Plan, PlanModel } from './plan.model.ts'

/** The dependencies of subscription's use cases. */
export interface Deps {
  plans: PlanModel
  outbox: Outbox<Plan>
  payment: InternalClient
  catalog: InternalClient
  order: InternalClient
  log: Logger
}
