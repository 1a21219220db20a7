import type { Handlers } from '@prankpost/messaging'
import type { CustomerData } from '@prankpost/service-kit'
import type { Deps } from './deps.ts'
import { recordPlanEvent } from './use-cases/record-plan-event.ts'
import { recordShippedParcel } from './use-cases/record-shipped-parcel.ts'

/** The message map of subscription-logs. */
export const handlers = (
  deps: Deps,
  customerData: CustomerData<'subscription-logs'>,
): Handlers<'subscription-logs'> =>
  customerData.guard({
    'subscription-created': (event) => recordPlanEvent(event, deps),
    'subscription-renewed': (event) => recordPlanEvent(event, deps),
    'subscription-updated': (event) => recordPlanEvent(event, deps),
    'subscription-cancelled': (event) => recordPlanEvent(event, deps),
    'prank-shipped': (event) => recordShippedParcel(event, deps),
  })
