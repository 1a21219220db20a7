import type { AdminOrder } from '@prankpost/contracts/order'
import { Button, Checkbox } from 'antd'
import { type MouseEvent, memo } from 'react'
import { ProviderId } from '../../components/copyable.tsx'
import { Time } from '../../components/time.tsx'
import { leaveAfterClick } from '../../lib/leave-field.ts'
import { PrintButtons } from './actions/print-buttons.tsx'
import { StatusChoice } from './actions/status-choice.tsx'
import type { DocumentKind } from './actions/use-print-parcels.ts'
import { OrderBadges } from './order-badges.tsx'
import { OrderItems } from './order-items.tsx'
import { OrderLink } from './order-link.tsx'
import { Refunded } from './refunded.tsx'
import { titleIdOf } from './row-focus.ts'

/** The callbacks of a card. The object is stable for the lifetime of the list. */
export interface CardActions {
  open(id: string): void
  /** `isRange` selects all orders from the last selected one to this one. */
  select(id: string, isRange: boolean): void
  print(kind: DocumentKind, orders: readonly AdminOrder[]): void
}

interface OrderCardProps {
  order: AdminOrder
  isSelected: boolean
  printing: DocumentKind | undefined
  actions: CardActions
}

/** An order with its actions; renders again only when its props change. */
export const OrderCard = memo(function OrderCard({ order, isSelected, printing, actions }: OrderCardProps) {
  const { id, orderNumber, stripePaymentIntentId: paymentId } = order
  const select = (event: MouseEvent) => {
    actions.select(id, event.shiftKey)
    leaveAfterClick(event)
  }
  return (
    <>
      <header className="card-head">
        <Checkbox aria-label={`Select order ${orderNumber}`} checked={isSelected} onClick={select} />
        <h2 id={titleIdOf(id)}>
          <OrderLink order={order} onOpen={actions.open} />
        </h2>
        <Time className="hint" at={order.createdAt} />
        <strong className="order-total">${order.totalAmount}</strong>
        <Refunded order={order} />
        <OrderBadges order={order} />
        <span className="hint">
          {paymentId ? (
            <>
              Payment <ProviderId id={paymentId} what="payment id" />
            </>
          ) : (
            'No payment'
          )}
        </span>
        <span className="card-actions">
          <StatusChoice order={order} />
          <PrintButtons short busy={printing} onPrint={(kind) => actions.print(kind, [order])} />
          <Button className="order-details-button" onClick={() => actions.open(id)}>
            Details
          </Button>
        </span>
      </header>
      <div className="order-columns">
        <div>
          <p className="card-line">
            <strong>{order.customerName ?? 'Not provided'}</strong>
          </p>
          <p className="card-line hint">{order.customerEmail ?? 'No e-mail'}</p>
          {order.customMessage && (
            <p className="order-message long-text" title={order.customMessage}>
              <span className="hint">Message </span>
              {order.customMessage}
            </p>
          )}
        </div>
        <OrderItems order={order} />
      </div>
    </>
  )
})
