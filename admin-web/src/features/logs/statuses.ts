import type { SubscriptionStatus } from '@prankpost/contracts/subscription'
import type { LogAction } from '@prankpost/contracts/subscription-log'
import type { StatusMap } from '../../components/status-badge.tsx'

/** The actions of log entries, for badge and filter. */
export const actionMap: StatusMap<LogAction> = {
  created: { label: 'Created', color: 'green' },
  updated: { label: 'Updated', color: 'blue' },
  cancelled: { label: 'Cancelled', color: 'red' },
  other: { label: 'Other', color: 'purple' },
}

const planStatusLabels: Record<SubscriptionStatus, string> = {
  pending: 'Pending',
  active: 'Active',
  past_due: 'Past Due',
  cancelled: 'Cancelled',
}

/** The label of a plan's status; `None` if it is missing (specification, section 2, 'Logs'). */
export function planStatusLabel(status: string | null): string {
  if (status === null) return 'None'
  return planStatusLabels[status as SubscriptionStatus] ?? status
}
