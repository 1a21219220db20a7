import type { DayModel } from './day.model.ts'
import type { PlanModel } from './plan.model.ts'
import type { PurchaseModel } from './purchase.model.ts'

/** The dependencies of the use cases of reporting. */
export interface Deps {
  purchases: PurchaseModel
  plans: PlanModel
  days: DayModel
}
