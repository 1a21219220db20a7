import { forgetAfterDays } from '@prankpost/contracts'
import { forgetAddresses as forgetOfShipment } from '../../services/fulfilment/src/forget-addresses.ts'
import { queueFields } from '../../services/fulfilment/src/queue-entry.ts'
import type { Shipment } from '../../services/fulfilment/src/shipment.model.ts'
import { forgetAddresses as forgetOfOrder } from '../../services/order/src/forget-addresses.ts'
import type { Order } from '../../services/order/src/order.model.ts'
import { dayMs, type World } from './world.ts'

/** An order as its sweep has left it: without the addresses that are due to be forgotten by now. */
export function sweptOrder(order: Order, world: World): Order {
  const left = swept(order, forgetOfOrder, world)
  return { ...left, items: left.items.map(asStored) }
}

/** The same for a shipment. */
export function sweptShipment(shipment: Shipment, world: World): Shipment {
  const left = swept(shipment, forgetOfShipment, world)
  return { ...left, parcels: left.parcels.map(asStored), ...queueFields(left) }
}

type Forget<T> = (document: T, at: { now: Date; days: number }) => { update: { $set?: unknown } }

function swept<T extends { paidAt?: Date }>(document: T, forget: Forget<T>, { now }: World): T {
  const { paidAt } = document
  if (paidAt === undefined || paidAt.getTime() > now.getTime() - forgetAfterDays * dayMs) return document
  return { ...document, ...(forget(document, { now, days: forgetAfterDays }).update.$set as Partial<T>) }
}

/** The models add this default when a document is written; the seed writes around them. */
const asStored = <P extends { contact: object }>(parcel: P): P => ({
  ...parcel,
  contact: { address2: null, ...parcel.contact },
})
