export { type Comparison, type DifferenceKind, type Entry, findDifferences } from './comparison.ts'
export { compareServices } from './consistency.ts'
export { type CustomerView, compareViews } from './customer-views.ts'
export { compareAll, type Evidence } from './evidence.ts'
export { type Findings, failuresOf, type Settled, settle } from './findings.ts'
export { type Ledgers, openLedgers, type RunningShop } from './ledgers.ts'
export {
  type Cancellation,
  type Certainty,
  type DisputeStatus,
  emptyPeopleLedger,
  type Member,
  type ParcelSent,
  type PeopleLedger,
  type PlanPurchase,
  type Purchase,
  type RefundGiven,
  type StatusGiven,
} from './people.ts'
export { type Charge, keptCharges } from './stripe.ts'
export type { StripePlan } from './stripe-plans.ts'
export { openStripeSandbox, type StripeSandbox } from './stripe-sandbox.ts'
