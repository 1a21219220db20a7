import type { Outbox } from '@prankpost/messaging'
import type { InternalClient, Logger } from '@prankpost/service-kit'
import type { Shipment, ShipmentModel } from './shipment.model.ts'

/** What the use cases of fulfilment work with. */
export interface Deps {
  shipments: ShipmentModel
  outbox: Outbox<Shipment>
  contact: InternalClient
  catalog: InternalClient
  log: Logger
}
