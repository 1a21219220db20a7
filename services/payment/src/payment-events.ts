import type { Change, OutboxEntry } from '@prankpost/messaging'
import type { UpdateQuery } from 'mongoose'
import type { Payment } from './payment.model.ts'

/**
 * Changes a payment and tells it, to the others by the outbox and for good in the payment's journal, so that
 * a reader can make sure later that it heard of it.
 */
export function tell(update: UpdateQuery<Payment>, event: OutboxEntry): Change<Payment> {
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
