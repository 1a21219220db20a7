import type { ParcelState, QueuedParcel } from '@prankpost/contracts/parcel'
import type { StatusMap } from '../../components/status-badge.tsx'

/** The states of a parcel in the queue. */
export const parcelStates: StatusMap<ParcelState> = {
  to_pack: { label: 'To pack', color: 'gold' },
  label_printed: { label: 'Label printed', color: 'cyan' },
  shipped: { label: 'Shipped', color: 'blue' },
  delivered: { label: 'Delivered', color: 'purple' },
  returned: { label: 'Returned', color: 'magenta' },
  held: { label: 'Held', color: 'red' },
  withdrawn: { label: 'Withdrawn', color: 'default' },
}

const hourMs = 3_600_000
const waiting: ParcelState[] = ['to_pack', 'label_printed', 'held']

/** The time against the promise: `5 h left`, `3 h late`; null for a parcel that does not wait. */
export function promiseOf({ state, shipBy }: QueuedParcel, now = Date.now()) {
  if (!waiting.includes(state)) return null
  const ms = new Date(shipBy).getTime() - now
  const isLate = ms < 0
  const hours = Math.floor(Math.abs(ms) / hourMs)
  const time = hours >= 48 ? `${Math.floor(hours / 24)} days` : hours >= 1 ? `${hours} h` : 'less than 1 h'
  return { isLate, text: `${time} ${isLate ? 'late' : 'left'}` }
}
