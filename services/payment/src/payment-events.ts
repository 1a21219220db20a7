import type { Change, OutboxEntry } from '@prankpost/messaging'
import type { UpdateQuery } from 'mongoose'
import type { Payment } from './payment.model.ts'

/**
 * A change of a payment together with its event. The event goes to the outbox, and permanently to the payment's journal,
 * where consumers can check later for missed events.
 */
export function changeWithEvent(update: UpdateQuery<Payment>, event: OutboxEntry): Change<Payment> {
  const { type, time, dataschema, data } = event
  return {
    update: {
      ...update,
      $set: { ...update.$set, toldAt: time },
      $push: { ...update.$push, journal: { type, time, ...(dataschema && { dataschema }), data } },
    },
    events: [event],
  }
}
