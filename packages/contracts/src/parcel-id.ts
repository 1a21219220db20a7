/** The id of the parcel of an order's item in fulfilment. A plan's item has the same id as its parcel. */
export const parcelIdOf = (order: { id: string; subscriptionType: string }, item: { id: string }): string =>
  order.subscriptionType === 'once' ? `${order.id}-${item.id}` : item.id
