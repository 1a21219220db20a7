import type { AdminOrder } from '@prankpost/contracts/order'
import { Alert } from 'antd'
import { isDisputed } from '../order-state.ts'

/** Says why the server will refuse an action about money, while a dispute is open. */
export function DisputeNotice({ order }: { order: AdminOrder }) {
  if (!isDisputed(order)) return null
  const title = 'A dispute about this order is open: the bank decides about the money first.'
  return <Alert type="warning" showIcon role="status" title={title} />
}
