import type { AdminOrder } from '@prankpost/contracts/order'
import { lazy, Suspense, useCallback, useState } from 'react'

const RefundDialog = lazy(() => import('./refund-dialog.tsx'))
const CancelDialog = lazy(() => import('./cancel-dialog.tsx'))
const TrackingDialog = lazy(() => import('./tracking-dialog.tsx'))
const ResolveDialog = lazy(() => import('./resolve-dialog.tsx'))

/** An action that is confirmed in a dialog. */
export type OrderAction =
  | { kind: 'refund' }
  | { kind: 'cancel' }
  | { kind: 'tracking'; itemId: string }
  | { kind: 'resolve'; refundId: string }

/** The open dialog of an order, if any. It belongs to this order: it is closed when another one is shown. */
export function useOpenAction(orderId: string) {
  const [open, setOpen] = useState<{ orderId: string; action: OrderAction }>()
  const action = open?.orderId === orderId ? open.action : undefined
  const start = useCallback((next: OrderAction) => setOpen({ orderId, action: next }), [orderId])
  const close = useCallback(() => setOpen(undefined), [])
  return { action, start, close }
}

interface ActionOfOrderProps {
  order: AdminOrder
  action: OrderAction
  onClose: () => void
}

/** The dialog of an action. */
export function ActionOfOrder({ order, action, onClose }: ActionOfOrderProps) {
  return (
    <Suspense>
      <DialogOf order={order} action={action} onClose={onClose} />
    </Suspense>
  )
}

function DialogOf({ order, action, onClose }: ActionOfOrderProps) {
  if (action.kind === 'refund') return <RefundDialog order={order} onClose={onClose} />
  if (action.kind === 'cancel') return <CancelDialog order={order} onClose={onClose} />
  if (action.kind === 'tracking') {
    const item = order.items.find(({ id }) => id === action.itemId)
    return item && <TrackingDialog order={order} item={item} onClose={onClose} />
  }
  const refund = order.refunds.find(({ id }) => id === action.refundId)
  return refund && <ResolveDialog order={order} refund={refund} onClose={onClose} />
}
