import { type SubscriptionStatus, subscriptionStatuses } from '@prankpost/contracts'
import { type Connection, type Model, Schema } from 'mongoose'
import { type Projected, projectedFields } from './projected.ts'

/** What an event says about a plan: its status and its monthly price from then on. */
export interface PlanState {
  /** The event's id. */
  id: string
  at: Date
  status: SubscriptionStatus
  amountCents: number
}

/** The states of a plan, sorted by time. Nothing in it says whose plan it is. */
export interface Plan extends Projected {
  states: PlanState[]
}

const state = new Schema(
  {
    id: { type: String, required: true },
    at: { type: Date, required: true },
    status: { type: String, required: true, enum: subscriptionStatuses },
    amountCents: { type: Number, required: true },
  },
  { _id: false, id: false },
)
const schema = new Schema<Plan>(
  { ...projectedFields, states: [state] },
  { versionKey: false, minimize: false, collection: 'plans' },
)
schema.index({ days: 1 })
schema.index({ staleDays: 1 })

export type PlanModel = Model<Plan>

/** The model of plans on a connection. */
export function createPlanModel(connection: Connection): PlanModel {
  return connection.model<Plan>('Plan', schema)
}
