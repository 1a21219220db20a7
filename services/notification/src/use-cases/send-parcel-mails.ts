import type { EventData } from '@prankpost/contracts'
import type { Deps } from '../deps.ts'
import {
  parcelDeliveredMail,
  parcelReactedMail,
  parcelRefusedMail,
  parcelSentAgainMail,
  parcelShippedMail,
} from '../mails/parcels.ts'
import { readMailOrder } from './mail-order.ts'
import { sendToCustomer } from './send-to-customer.ts'

/** Reports a parcel on its way, once for each event. @throws NotYet while order does not know the order */
export async function sendParcelShippedMail(
  id: string,
  shipped: EventData<'prank-shipped'>,
  deps: Deps,
): Promise<void> {
  await sendToCustomer(
    { id, ownerId: shipped.ownerId, kind: 'parcel-shipped' },
    async (recipient) => parcelShippedMail(recipient, await readMailOrder(shipped, deps), shipped),
    deps,
  )
}

/** Reports a delivered parcel, once for each event. @throws NotYet while order does not know the order */
export async function sendParcelDeliveredMail(
  id: string,
  { ownerId, orderId, parcelId, deliveredAt }: EventData<'parcel-delivered'>,
  deps: Deps,
): Promise<void> {
  await sendToCustomer(
    { id, ownerId, kind: 'parcel-delivered' },
    async (recipient) => {
      const order = await readMailOrder({ orderId }, deps)
      const item = order.items.find((one) => one.parcelId === parcelId)
      return parcelDeliveredMail(recipient, { order, item, deliveredAt })
    },
    deps,
  )
}

/** Reports the reaction of a recipient, once for each event. @throws NotYet while order does not know the order */
export async function sendParcelReactedMail(
  id: string,
  { ownerId, orderId, parcelId }: EventData<'parcel-reacted'>,
  deps: Deps,
): Promise<void> {
  await sendToCustomer(
    { id, ownerId, kind: 'parcel-reacted' },
    async (recipient) => {
      const order = await readMailOrder({ orderId }, deps)
      const item = order.items.find((one) => one.parcelId === parcelId)
      return parcelReactedMail(recipient, { order, item, publicUrl: deps.publicUrl })
    },
    deps,
  )
}

/** Reports a parcel that an operator refused to send, once for each event. @throws NotYet while order does not know the order */
export async function sendParcelRefusedMail(
  id: string,
  { ownerId, orderId, parcelId, refundCents }: EventData<'parcel-refused'>,
  deps: Deps,
): Promise<void> {
  await sendToCustomer(
    { id, ownerId, kind: 'parcel-refused' },
    async (recipient) => {
      const order = await readMailOrder({ orderId }, deps)
      const item = order.items.find((one) => one.parcelId === parcelId)
      return parcelRefusedMail(recipient, { order, item, refundCents })
    },
    deps,
  )
}

/** Reports a parcel that came back and is sent again, once for each event. @throws NotYet while order does not know the order */
export async function sendParcelSentAgainMail(
  id: string,
  { ownerId, orderId, parcelId }: EventData<'parcel-sent-again'>,
  deps: Deps,
): Promise<void> {
  await sendToCustomer(
    { id, ownerId, kind: 'parcel-sent-again' },
    async (recipient) => {
      const order = await readMailOrder({ orderId }, deps)
      return parcelSentAgainMail(recipient, {
        order,
        item: order.items.find((one) => one.parcelId === parcelId),
      })
    },
    deps,
  )
}
