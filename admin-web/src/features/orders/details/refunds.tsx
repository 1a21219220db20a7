import type { AdminOrder } from '@prankpost/contracts/order'
import { formatDateTime } from '@prankpost/web-kit'
import { Button } from 'antd'
import { StatusBadge } from '../../../components/status-badge.tsx'
import { refundStatuses } from '../../../components/statuses.ts'
import { Time } from '../../../components/time.tsx'
import { useMay } from '../../../lib/me.ts'

interface RefundsProps {
  refunds: AdminOrder['refunds']
  /** Asks to mark a failed refund as handled. */
  onResolve: (refundId: string) => void
}

const makers = { customer: 'customer', operator: 'operator', stripe: 'Stripe dashboard' }

/** The refunds of an order, oldest first, with what failed and whether it was handled. */
export function Refunds({ refunds, onResolve }: RefundsProps) {
  const mayResolve = useMay('PATCH /api/admin/orders/:id/refunds/:refundId')
  if (refunds.length === 0) return null
  return (
    <section aria-label="Refunds">
      <h3>Refunds</h3>
      <ul className="order-records">
        {refunds.map((refund) => (
          <li key={refund.id}>
            <strong className="record-amount">${refund.amount}</strong>
            <StatusBadge statuses={refundStatuses} value={refund.status} />
            <div>
              {refund.reason && <p>{refund.reason}</p>}
              {refund.failureReason && <p className="record-failure">Failed: {refund.failureReason}</p>}
              <p className="hint">
                <Time at={refund.at} /> by {makers[refund.by]}
                {refund.resolvedAt && `, handled ${formatDateTime(refund.resolvedAt)}`}
              </p>
            </div>
            {mayResolve && refund.status === 'failed' && !refund.resolvedAt && (
              <Button size="small" onClick={() => onResolve(refund.id)}>
                Mark as Handled
              </Button>
            )}
          </li>
        ))}
      </ul>
    </section>
  )
}
