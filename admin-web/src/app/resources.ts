import { audit } from '../features/audit/index.ts'
import { cases } from '../features/cases/index.ts'
import { customers } from '../features/customers/index.ts'
import { deadLetters } from '../features/dead-letters/index.ts'
import { discounts } from '../features/discounts/index.ts'
import { doNotPrank } from '../features/do-not-prank/index.ts'
import { logs } from '../features/logs/index.ts'
import { mail } from '../features/mail/index.ts'
import { orders } from '../features/orders/index.ts'
import { parcels } from '../features/parcels/index.ts'
import { plans } from '../features/plans/index.ts'
import { pranks } from '../features/pranks/index.ts'
import { settings } from '../features/settings/index.ts'
import { team } from '../features/team/index.ts'
import type { Resource } from '../lib/resource.ts'

/** The tabs of the dashboard, from left to right; the first is open by default. */
export const resources: readonly [Resource, ...Resource[]] = [
  orders,
  plans,
  logs,
  mail,
  deadLetters,
  audit,
  parcels,
  pranks,
  discounts,
  customers,
  cases,
  doNotPrank,
  team,
  settings,
]
