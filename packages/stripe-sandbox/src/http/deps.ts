import type { Checkout } from '../checkout.model.ts'
import type { CustomerLedger } from '../customer-ledger.ts'
import type { Ledger } from '../ledger.ts'
import type { EventLog } from '../webhooks/event-log.ts'

/** The dependencies of the routes. */
export interface RouteDeps {
  ledger: Ledger<Checkout>
  customerLedger: CustomerLedger
  log: EventLog
  /** The base of the hosted page's address. */
  publicUrl: string
  now: () => Date
}
