import { settableOrderStatuses } from '@prankpost/contracts/constants'
import type { AdminOrder } from '@prankpost/contracts/order'
import { StatusSelect } from '../../../components/status-badge.tsx'
import { orderStatuses } from '../../../components/statuses.ts'
import { leaveField } from '../../../lib/leave-field.ts'
import { useMay } from '../../../lib/me.ts'
import type { SettableStatus } from '../api.ts'
import { useChangeStatus } from './use-change-status.ts'

/** The dropdown that sets the status of an order. */
export function StatusChoice({ order }: { order: AdminOrder }) {
  const changeStatus = useChangeStatus(order)
  const maySet = useMay('PATCH /api/admin/orders/:id/status')
  const choose = (status: SettableStatus) => {
    changeStatus(status)
    leaveField()
  }
  return (
    <StatusSelect
      statuses={orderStatuses}
      settable={settableOrderStatuses}
      value={order.status}
      disabled={!maySet}
      label={`Status of order ${order.orderNumber}`}
      onChange={choose}
    />
  )
}
