import { createEmitter, type Outbox } from '@prankpost/messaging'
import type { InternalClient, Limit, LimitStore, Logger, ShopCopy } from '@prankpost/service-kit'
import type { Digests } from './address-digest.ts'
import type { Caps } from './caps.ts'
import type { Case, CaseModel } from './case.model.ts'
import type { KeyCheckModel } from './key-check.model.ts'
import type { Listing, ListingModel } from './listing.model.ts'
import type { ParcelModel } from './parcel.model.ts'
import type { ListingRequest, RequestModel } from './request.model.ts'

/** Creates events that consent owns. */
export const emit = createEmitter('consent')

/** The dependencies of the use cases of consent. */
export interface Deps {
  listings: ListingModel
  requests: RequestModel
  parcels: ParcelModel
  cases: CaseModel
  keyChecks: KeyCheckModel
  listingOutbox: Outbox<Listing>
  requestOutbox: Outbox<ListingRequest>
  caseOutbox: Outbox<Case>
  digests: Digests
  shop: ShopCopy
  catalog: InternalClient
  fulfilment: InternalClient
  /** Knows what the sender of a parcel chose to show, and keeps what its recipient answered. */
  order: InternalClient
  /** Knows the account of a sender, for the audited step of an operator. */
  auth: InternalClient
  log: Logger
  limits: LimitStore
  /** Requests per network address. */
  requestsOfAddress: Limit
  /** Mails per e-mail address. */
  mailsOfEmail: Limit
  /** Codes per network address. */
  codesOfAddress: Limit
  /** Reports per network address. */
  reportsOfAddress: Limit
  /** Refused targets per customer, by a digest of the customer. */
  refusedTargets: Limit
  /** Returns the caps as they are now. */
  caps: () => Promise<Caps>
  /** The current time by the clock of the database. */
  now: () => Date
}
