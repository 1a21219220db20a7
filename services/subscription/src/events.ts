import type { OwnHandlers } from '@prankpost/service-kit'
import type { Deps } from './deps.ts'
import { endPlan } from './use-cases/end-plan.ts'
import { followTerms } from './use-cases/follow-terms.ts'
import { markMonthLost } from './use-cases/mark-month-lost.ts'
import { markPastDue } from './use-cases/mark-past-due.ts'
import { markPlanPaid } from './use-cases/mark-plan-paid.ts'
import { noteShippedParcel } from './use-cases/note-shipped-parcel.ts'
import { recordRenewal } from './use-cases/record-renewal.ts'

/** The event handlers of subscription. */
export const handlers = (deps: Deps): OwnHandlers<'subscription'> => ({
  ...deps.shop.handlers,
  ...deps.texts.handlers,
  'plan-paid': ({ data }) => markPlanPaid(data, deps),
  'plan-renewed': ({ data }) => recordRenewal(data, deps),
  'plan-payment-failed': ({ data }) => markPastDue(data, deps),
  'plan-changed': ({ data }) => followTerms(data, deps),
  'plan-ended': ({ data }) => endPlan(data, deps),
  'dispute-changed': ({ data }) => markMonthLost(data, deps),
  'prank-shipped': ({ data }) => noteShippedParcel(data, deps),
})
