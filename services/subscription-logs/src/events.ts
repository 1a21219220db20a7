import type { OwnHandlers } from '@prankpost/service-kit'
import type { Deps } from './deps.ts'
import { recordOneTimeOrder } from './use-cases/record-one-time-order.ts'
import { recordPlanEvent } from './use-cases/record-plan-event.ts'
import { recordShippedParcel } from './use-cases/record-shipped-parcel.ts'

/** The event handlers of subscription-logs. */
export const handlers = (deps: Deps): OwnHandlers<'subscription-logs'> => ({
  'subscription-created': (event) => recordPlanEvent(event, deps),
  'subscription-renewed': (event) => recordPlanEvent(event, deps),
  'subscription-updated': (event) => recordPlanEvent(event, deps),
  'subscription-cancelled': (event) => recordPlanEvent(event, deps),
  'order-paid': (event) => recordOneTimeOrder(event, deps),
  'prank-shipped': (event) => recordShippedParcel(event, deps),
})
