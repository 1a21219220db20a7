import { shippingPromiseHours } from '@prankpost/contracts/constants'
import type { ShipmentStats } from '@prankpost/contracts/fulfilment'

const promiseMs = shippingPromiseHours * 60 * 60 * 1000

/** How long the parcel is overdue. */
export const lateMs = ({ dueSince }: Pick<ShipmentStats['overdue'][number], 'dueSince'>, now: number) =>
  Math.max(0, now - Date.parse(dueSince) - promiseMs)
