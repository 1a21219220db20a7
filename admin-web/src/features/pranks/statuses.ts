import type { StatusMap } from '../../components/status-badge.tsx'

/** Whether a prank is in the store. */
export const saleStatuses = {
  onSale: { label: 'On sale', color: 'green' },
  soldOut: { label: 'Sold out', color: 'red' },
  offSale: { label: 'Not on sale', color: 'default' },
} satisfies StatusMap
