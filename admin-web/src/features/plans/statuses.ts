import type { FulfillmentStatus, Subscription } from '@prankpost/contracts/subscription'
import type { StatusMap } from '../../components/status-badge.tsx'

/** A plan's statuses, for its badge. */
export const planStatuses: StatusMap<Subscription['status']> = {
  active: { label: 'Active', color: 'green' },
  past_due: { label: 'Past due', color: 'gold' },
  cancelled: { label: 'Cancelled', color: 'default' },
}

/** The filters of the list; without a filter it shows active and past-due plans. */
export const planFilters: StatusMap<Subscription['status'] | 'all'> = {
  ...planStatuses,
  all: { label: 'All', color: 'default' },
}

/** The fulfilment status of the paid month (design, section 6). */
export const fulfillmentStatuses: StatusMap<FulfillmentStatus> = {
  green: { label: 'All shipped', color: 'green' },
  yellow: { label: 'Due', color: 'gold' },
  red: { label: 'Overdue', color: 'red' },
}
