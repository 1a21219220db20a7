import type { ContactMessageStatus } from '@prankpost/contracts/support'
import type { StatusMap } from '../../components/status-badge.tsx'

/** A message's statuses, for badge, filter and dropdown. */
export const mailStatuses: StatusMap<ContactMessageStatus> = {
  new: { label: 'New', color: 'gold' },
  in_progress: { label: 'In Progress', color: 'blue' },
  resolved: { label: 'Resolved', color: 'green' },
}
