import type { Comparer } from './evidence.ts'
import { paidOnce } from './orders.ts'

/**
 * No parcel of a threat is packed or sent: it is held until a person decides, or withdrawn, in order and in fulfilment. The
 * operator of a run releases none.
 */
export const compareHeldParcels: Comparer = ({ people, shop }) => {
  const shipments = new Map(shop.shipments.map((shipment) => [shipment.orderId, shipment]))
  const parcels = paidOnce(shop.orders)
    .filter(({ customMessage }) => people.purchases.get(customMessage ?? '')?.isThreat)
    .flatMap(({ _id, items }) =>
      items.map((item) => {
        const id = `${_id}-${item.id}`
        return { id, item, parcel: shipments.get(String(_id))?.parcels.find((one) => one.id === id) }
      }),
    )
  return [
    {
      name: 'parcels of threats',
      expected: parcels.map(({ id }) => [id, { isKept: 1, isPacked: 0, isSent: 0 }]),
      actual: parcels.map(({ id, item, parcel }) => [
        id,
        {
          isKept: Number(Boolean(item.heldBecause || item.withdrawnAt)),
          isPacked: Number(Boolean(parcel?.printedAt)),
          isSent: Number(Boolean(item.shippedAt || parcel?.shippedAt)),
        },
      ]),
    },
  ]
}
