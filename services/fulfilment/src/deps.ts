import type { Outbox } from '@prankpost/messaging'
import type { InternalClient, Logger, ShopCopy } from '@prankpost/service-kit'
import type { PreferencesModel } from './draw-preferences.model.ts'
import type { DrawSeedModel } from './draw-seed.model.ts'
import type { DrawSeeds } from './draw-seeds.ts'
import type { Shipment, ShipmentModel } from './shipment.model.ts'

/** The dependencies of the use cases of fulfilment. */
export interface Deps {
  shipments: ShipmentModel
  preferences: PreferencesModel
  /** The stored seeds of draws, and what creates them. */
  seedModel: DrawSeedModel
  seeds: DrawSeeds
  /** Stores the rows of the queue with each write of a shipment. */
  outbox: Outbox<Shipment>
  contact: InternalClient
  catalog: InternalClient
  /** Says whether parcels may be sent to an address. */
  consent: InternalClient
  /** Decides whether a one-time order may be packed. */
  order: InternalClient
  /** The settings of operators: what labels say about the sender. */
  shop: ShopCopy
  /** What labels say about the sender until operators set it; lines of the address are separated by `|`. */
  label: { sender: string; returnAddress: string }
  /** The address of a recipient's page, which slips show. */
  recipientPage: (reference: string) => string
  /** The current time by the clock of the database. */
  now: () => Date
  log: Logger
}
