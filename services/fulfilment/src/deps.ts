import type { Outbox } from '@prankpost/messaging'
import type { InternalClient, Logger } from '@prankpost/service-kit'
import type { PreferencesModel } from './draw-preferences.model.ts'
import type { Shipment, ShipmentModel } from './shipment.model.ts'

/** The dependencies of the use cases of fulfilment. */
export interface Deps {
  shipments: ShipmentModel
  preferences: PreferencesModel
  outbox: Outbox<Shipment>
  contact: InternalClient
  catalog: InternalClient
  /** Decides whether a one-time order may be packed. */
  order: InternalClient
  log: Logger
}
