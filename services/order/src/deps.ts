import { createEmitter, type Outbox } from '@prankpost/messaging'
import type { InternalClient, Logger, ShopCopy, SignedLinks, TextVersions } from '@prankpost/service-kit'
import type { GuessDigest } from './guess-digest.ts'
import type { Order, OrderModel } from './order.model.ts'
import type { PriceModel } from './price.model.ts'

/** Creates the events that order owns. */
export const emit = createEmitter('order')

/** The dependencies of order's use cases. */
export interface Deps {
  orders: OrderModel
  prices: PriceModel
  outbox: Outbox<Order>
  /** Whether the shop is closed. */
  shop: ShopCopy
  /** The versions of the terms that customers agree to. */
  texts: TextVersions
  auth: InternalClient
  contact: InternalClient
  catalog: InternalClient
  /** Says whether parcels may be sent to an address. */
  consent: InternalClient
  payment: InternalClient
  /** The ZIP code that parcels are sent from. */
  shipFromZip: string
  /** How many days after its delivery the address of a parcel is erased. */
  forgetAfterDays: number
  /** How many unpaid orders one customer may place in an hour. */
  unpaidOrderLimit: number
  /** Milliseconds between two rounds of the sweep that removes expired orders. */
  unpaidSweepEveryMs: number
  /** The links to orders in mails. */
  links: SignedLinks
  guessDigest: GuessDigest
  /** The URL of the store. */
  publicUrl: string
  /** The current time by the clock of the database. */
  now: () => Date
  log: Logger
}
