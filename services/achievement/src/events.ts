import type { OwnHandlers } from '@prankpost/service-kit'
import type { Deps } from './deps.ts'
import { countContact } from './use-cases/count-contact.ts'
import { countPlanMonth } from './use-cases/count-plan-month.ts'
import { countPaidItems, countShippedParcel } from './use-cases/count-pranks.ts'

/** The message map of achievement. */
export const handlers = (deps: Deps): OwnHandlers<'achievement'> => ({
  'contact-saved': ({ data }) => countContact(data, deps),
  'order-paid': ({ data }) => countPaidItems(data, deps),
  'order-recovered': ({ data }) => countPaidItems(data, deps),
  'prank-shipped': ({ data }) => countShippedParcel(data, deps),
  'subscription-created': ({ data }) => countPlanMonth(data, deps),
  'subscription-renewed': ({ data }) => countPlanMonth(data, deps),
})
