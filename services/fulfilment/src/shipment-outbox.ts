import type { Change, Outbox } from '@prankpost/messaging'
import { queueFields } from './queue-entry.ts'
import type { Shipment } from './shipment.model.ts'

/**
 * The outbox of shipments: every write also stores the rows of the operator's queue for the state that it leaves, in the
 * same write, so the queue is never older than its parcels.
 */
export function keepQueue(outbox: Outbox<Shipment>): Outbox<Shipment> {
  return {
    insert: (shipment, events) => outbox.insert({ ...shipment, ...queueFields(shipment) }, events),
    change: (filter, decide, known) =>
      outbox.change(
        filter,
        (shipment) => {
          const change = decide(shipment)
          return change === null ? null : withQueue(shipment, change)
        },
        known,
      ),
  }
}

function withQueue(shipment: Shipment, change: Change<Shipment>): Change<Shipment> {
  const fields = queueFields(after(shipment, change.update as ShipmentUpdate))
  return { ...change, update: { ...change.update, $set: { ...change.update.$set, ...fields } } }
}

/** The updates that use cases of fulfilment make. */
interface ShipmentUpdate {
  $set?: Partial<Shipment>
  $unset?: Record<string, unknown>
  $push?: { parcels?: Shipment['parcels'][number] }
}

function after(shipment: Shipment, { $set = {}, $unset = {}, $push }: ShipmentUpdate): Shipment {
  const next = { ...shipment, ...$set }
  for (const field of Object.keys($unset)) delete next[field as keyof Shipment]
  return $push?.parcels === undefined ? next : { ...next, parcels: [...next.parcels, $push.parcels] }
}
