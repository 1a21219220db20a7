import { createEmitter, type Outbox } from '@prankpost/messaging'
import type { InternalClient, Logger } from '@prankpost/service-kit'
import type { Order, OrderModel } from './order.model.ts'
import type { PriceModel } from './price.model.ts'
import type { PriceShelf } from './price-shelf.ts'

/** Makes events that order owns. */
export const emit = createEmitter('order')

/** What the use cases of order work with. */
export interface Deps {
  orders: OrderModel
  prices: PriceModel
  priceShelf: PriceShelf
  outbox: Outbox<Order>
  auth: InternalClient
  contact: InternalClient
  catalog: InternalClient
  payment: InternalClient
  log: Logger
}
