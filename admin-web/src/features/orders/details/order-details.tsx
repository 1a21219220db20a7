import type { AdminOrder } from '@prankpost/contracts/order'
import { formatDateTime } from '@prankpost/web-kit'
import { Button, Descriptions, Timeline } from 'antd'
import { Copyable } from '../../../components/copyable.tsx'
import { StatusBadge } from '../../../components/status-badge.tsx'
import { orderStatuses } from '../../../components/statuses.ts'
import { Time } from '../../../components/time.tsx'
import { useMay } from '../../../lib/me.ts'
import type { OrderAction } from '../actions/order-action.tsx'
import { PrintButtons } from '../actions/print-buttons.tsx'
import { StatusChoice } from '../actions/status-choice.tsx'
import type { DocumentKind } from '../actions/use-print-parcels.ts'
import { OrderBadges } from '../order-badges.tsx'
import { OrderItems } from '../order-items.tsx'
import { isCancellable, refundableCents } from '../order-state.ts'
import { Refunded } from '../refunded.tsx'
import { Cancellation } from './cancellation.tsx'
import { Disputes } from './disputes.tsx'
import { Refunds } from './refunds.tsx'
import './details.css'

interface OrderDetailsProps {
  order: AdminOrder
  printing: DocumentKind | undefined
  onPrint: (kind: DocumentKind) => void
  /** Opens the dialog of an action. */
  onAct: (action: OrderAction) => void
}

/** All fields of an order, its history and its actions. */
export function OrderDetails({ order, printing, onPrint, onAct }: OrderDetailsProps) {
  const mayRefund = useMay('POST /api/admin/orders/:id/refunds')
  const mayCancel = useMay('POST /api/admin/orders/:id/cancel')
  const mayTrack = useMay('PATCH /api/admin/orders/:id/items/:itemId')
  return (
    <>
      <div className="card-head">
        <strong className="order-total">${order.totalAmount}</strong>
        <Refunded order={order} />
        <OrderBadges order={order} />
        <span className="card-actions">
          <StatusChoice order={order} />
          <PrintButtons busy={printing} onPrint={onPrint} />
          {mayRefund && refundableCents(order) > 0 && (
            <Button title="Refund (r)" onClick={() => onAct({ kind: 'refund' })}>
              Refund
            </Button>
          )}
          {mayCancel && isCancellable(order) && (
            <Button danger title="Cancel order (c)" onClick={() => onAct({ kind: 'cancel' })}>
              Cancel Order
            </Button>
          )}
        </span>
      </div>
      <Descriptions className="order-facts" size="small" column={{ xs: 1, md: 2 }} items={factsOf(order)} />
      {order.customMessage && (
        <section aria-label="Message in the parcel">
          <h3>Message in the parcel</h3>
          <blockquote className="order-note">{order.customMessage}</blockquote>
        </section>
      )}
      <Disputes order={order} />
      <Cancellation cancellation={order.cancellation} />
      <Refunds refunds={order.refunds} onResolve={(refundId) => onAct({ kind: 'resolve', refundId })} />
      <OrderItems
        order={order}
        whole
        {...(mayTrack && { onTrack: ({ id: itemId }) => onAct({ kind: 'tracking', itemId }) })}
      />
      <section aria-label="History">
        <h3>History</h3>
        <History order={order} />
      </section>
    </>
  )
}

function factsOf({ user, ...order }: AdminOrder) {
  const facts = {
    Customer: order.customerName ?? 'Not provided',
    'E-mail': <Copyable text={order.customerEmail} />,
    Ordered: formatDateTime(order.createdAt),
    'Discount code': order.discountCode ?? 'None',
    'Order id': <Copyable text={order.id} />,
    'Payment id': <Copyable text={order.stripePaymentIntentId} />,
    'User id': <Copyable text={user?.id} />,
    Subscription: <Copyable text={user?.stripeSubscriptionId} />,
  }
  return Object.entries(facts).map(([label, children]) => ({ key: label, label, children }))
}

function History({ order: { statusHistory } }: { order: AdminOrder }) {
  if (statusHistory.length === 0) return <p className="hint">None</p>
  return (
    <Timeline
      items={statusHistory.map(({ status, at, actor }) => ({
        key: `${at} ${status}`,
        content: (
          <>
            <StatusBadge statuses={orderStatuses} value={status} /> <Time at={at} />{' '}
            <span className="hint">by {actor}</span>
          </>
        ),
      }))}
    />
  )
}
