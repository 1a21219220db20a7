import type { AdminOrder } from '@prankpost/contracts/order'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Button, Drawer, Space } from 'antd'
import { useRef } from 'react'
import { EmptyState } from '../../../components/empty-state.tsx'
import { Waiting } from '../../../components/error-state.tsx'
import type { AdminKey } from '../../../lib/admin-call.ts'
import { useMayCall } from '../../../lib/me.ts'
import { useShortcut } from '../../../lib/shortcuts.ts'
import { ActionOfOrder, useOpenAction } from '../actions/order-action.tsx'
import { usePendingStatuses } from '../actions/use-change-status.ts'
import type { DocumentKind } from '../actions/use-print-parcels.ts'
import { orderQuery } from '../api.ts'
import { isCancellable, isTrackable, refundableCents } from '../order-state.ts'
import { focusStatus } from '../row-focus.ts'
import { OrderDetails } from './order-details.tsx'

interface OrderDrawerProps {
  id: string
  /** The ids of the orders on the current page, for Previous and Next. */
  pageIds: string[]
  printing: DocumentKind | undefined
  onOpen: (id: string | null) => void
  onPrint: (kind: DocumentKind, orders: readonly AdminOrder[]) => void
}

const group = 'Order details'

/** The details of one order, next to the list. */
export default function OrderDrawer({ id, pageIds, printing, onOpen, onPrint }: OrderDrawerProps) {
  const query = useQuery(orderQuery(id, useQueryClient()))
  const { data, error } = query
  const status = usePendingStatuses().get(id)
  const order = data && status ? { ...data, status } : data
  const body = useRef<HTMLDivElement>(null)

  const index = pageIds.indexOf(id)
  const [previous, next] = index < 0 ? [] : [pageIds[index - 1], pageIds[index + 1]]
  const goTo = (to: string | undefined) => to !== undefined && onOpen(to)
  const trackNext = () => {
    const parcels = order?.items.filter(isTrackable) ?? []
    const next = parcels.find(({ trackingNumber }) => !trackingNumber) ?? parcels[0]
    if (next) start({ kind: 'tracking', itemId: next.id })
  }
  const print = (kind: DocumentKind) => order && onPrint(kind, [order])
  const { action, start, close } = useOpenAction(id)
  // While the dialog of an action is open, the keys are for it.
  const options = { group, inDialog: true, enabled: action === undefined }
  const may = useMayCall()
  const ifMay = (key: AdminKey) => ({ ...options, enabled: options.enabled && may(key) })
  useShortcut('j', 'Next order', () => goTo(next), options)
  useShortcut('k', 'Previous order', () => goTo(previous), options)
  useShortcut(
    's',
    'Status of the order',
    () => focusStatus(body.current),
    ifMay('PATCH /api/admin/orders/:id/status'),
  )
  useShortcut('p', 'Packing slips', () => print('slips'), ifMay('POST /api/admin/parcel-documents'))
  useShortcut('l', '4x6 labels', () => print('labels'), ifMay('POST /api/admin/parcel-documents'))
  useShortcut(
    'r',
    'Refund',
    () => order && refundableCents(order) > 0 && start({ kind: 'refund' }),
    ifMay('POST /api/admin/orders/:id/refunds'),
  )
  useShortcut(
    'c',
    'Cancel the order',
    () => order && isCancellable(order) && start({ kind: 'cancel' }),
    ifMay('POST /api/admin/orders/:id/cancel'),
  )
  useShortcut(
    't',
    'Tracking of the next parcel',
    trackNext,
    ifMay('PATCH /api/admin/orders/:id/items/:itemId'),
  )

  return (
    <Drawer
      open
      size={760}
      className="order-drawer"
      title={`Order ${order?.orderNumber ?? ''}`}
      onClose={() => onOpen(null)}
      extra={
        <Space>
          <Button disabled={!previous} title="Previous order (k)" onClick={() => goTo(previous)}>
            Previous
          </Button>
          <Button disabled={!next} title="Next order (j)" onClick={() => goTo(next)}>
            Next
          </Button>
        </Space>
      }
    >
      <div ref={body}>
        {(error !== null || order === undefined) && (
          <Waiting for={query} failed="The order could not be loaded." />
        )}
        {order === null && (
          <EmptyState
            title="No Such Order"
            hint="The link may be cut short, or from another shop."
            action={<Button onClick={() => onOpen(null)}>Close</Button>}
          />
        )}
        {order && <OrderDetails key={id} order={order} printing={printing} onPrint={print} onAct={start} />}
        {order && action && <ActionOfOrder order={order} action={action} onClose={close} />}
      </div>
    </Drawer>
  )
}
