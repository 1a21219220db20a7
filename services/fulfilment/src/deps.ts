import type { Outbox } from '@prankpost/messaging'
import type { InternalClient, Logger } from '@prankpost/service-kit'
import type { Shipment, ShipmentModel } from './shipment.model.ts'

/** The dependencies of the use cases of fulfilment. */
export interface Deps {
  shipments: ShipmentModel
  outbox: Outbox<Shipment>
  contact: InternalClient
  catalog: InternalClient
  log: Logger
}
