import { compareAchievements } from './achievements.ts'
import type { Comparison } from './comparison.ts'
import { compareServices } from './consistency.ts'
import { compareDisputes } from './disputes.ts'
import { compareHeldParcels } from './held-parcels.ts'
import { compareMails } from './mails.ts'
import { compareOrders } from './orders.ts'
import { comparePayments } from './payments.ts'
import type { PeopleLedger } from './people.ts'
import { comparePlanLog } from './plan-log.ts'
import { comparePlans } from './plans.ts'
import { comparePurchases } from './purchases.ts'
import { compareRefunds } from './refunds.ts'
import { compareShipments } from './shipments.ts'
import type { ShopLedgers } from './shop.ts'
import type { StripeLedger } from './stripe.ts'

/** The ledgers of all parties, as they were read at one moment. */
export interface Evidence {
  people: PeopleLedger
  stripe: StripeLedger
  shop: ShopLedgers
}

/** Compares one party's ledger with those of the others. */
export type Comparer = (evidence: Evidence) => Comparison[]

/** Compares the ledgers of all parties: people, Stripe and every service. */
export const compareAll = (evidence: Evidence): Comparison[] => [
  ...comparePurchases(evidence),
  ...comparePayments(evidence),
  ...compareOrders(evidence),
  ...compareRefunds(evidence),
  ...compareHeldParcels(evidence),
  ...compareDisputes(evidence),
  ...comparePlans(evidence),
  ...compareShipments(evidence),
  ...comparePlanLog(evidence),
  ...compareAchievements(evidence),
  ...compareMails(evidence),
  ...compareServices(evidence.shop),
]
