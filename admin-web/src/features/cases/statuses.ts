import type { StatusMap } from '../../components/status-badge.tsx'

/** The statuses of a case. */
export const caseStatuses = {
  open: { label: 'Open', color: 'red' },
  closed: { label: 'Closed', color: 'default' },
} satisfies StatusMap
