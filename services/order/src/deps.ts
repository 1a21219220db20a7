import { createEmitter, type Outbox } from '@prankpost/messaging'
import type { InternalClient, Logger } from '@prankpost/service-kit'
import type { Order, OrderModel } from './order.model.ts'
import type { PriceModel } from './price.model.ts'

/** Makes events that order owns. */
export const emit = createEmitter('order')

/** What the use cases of order work with. */
export interface Deps {
  orders: OrderModel
  prices: PriceModel
  outbox: Outbox<Order>
  auth: InternalClient
  contact: InternalClient
  catalog: InternalClient
  payment: InternalClient
  /** Unpaid orders that one customer may place in an hour. */
  unpaidOrderLimit: number
  /** Milliseconds between two rounds of the sweep of expired orders. */
  unpaidSweepEveryMs: number
  log: Logger
}
