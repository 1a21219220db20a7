/** The id by which fulfilment knows the parcel of an order's item: a plan's item is named after its parcel. */
export const parcelIdOf = (order: { id: string; subscriptionType: string }, item: { id: string }): string =>
  order.subscriptionType === 'once' ? `${order.id}-${item.id}` : item.id
