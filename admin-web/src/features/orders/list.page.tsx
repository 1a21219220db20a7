import type { AdminOrder } from '@prankpost/contracts/order'
import { useQuery } from '@tanstack/react-query'
import { lazy, Suspense, useEffect, useRef, useState } from 'react'
import { ListPage } from '../../components/list-page.tsx'
import { useListState, useOpenItem } from '../../lib/list-state.ts'
import { usePendingStatuses } from './actions/use-change-status.ts'
import { usePrintParcels } from './actions/use-print-parcels.ts'
import { ordersCount, ordersList, type SettableStatus } from './api.ts'
import { HideUnpaid, useHideUnpaid } from './hide-unpaid.tsx'
import { OrderList } from './order-list.tsx'
import './orders.css'
import { orderStatuses } from '../../components/statuses.ts'
import { focusRow } from './row-focus.ts'
import { useSelection } from './selection/use-selection.ts'

const OrderDrawer = lazy(() => import('./details/order-drawer.tsx'))
const StatusDialog = lazy(() => import('./actions/status-dialog.tsx'))

/** The list of the tab 'Orders'. */
export default function OrdersPage() {
  const listState = useListState()
  const [isUnpaidHidden, hideUnpaid] = useHideUnpaid()
  // A selected status overrides the switch.
  const isExcluded = isUnpaidHidden && listState.status === undefined
  const state = { ...listState, unpaid: isExcluded ? ('exclude' as const) : undefined }
  const query = ordersList(state)
  const { data: page } = useQuery(query)
  const [openId, open] = useOpenItem('order')
  const selection = useSelection(JSON.stringify([state.status, state.q, state.unpaid]))
  const [change, setChange] = useState<{ orders: AdminOrder[]; status: SettableStatus }>()
  const { print, printing } = usePrintParcels()
  const pending = usePendingStatuses()
  useFocusOnClose(openId)

  const finishChange = (failedIds: string[]) => {
    setChange(undefined)
    const done = change?.orders.filter(({ id }) => !failedIds.includes(id)) ?? []
    selection.set(done, false)
  }
  return (
    <>
      <ListPage
        state={state}
        query={query}
        count={ordersCount}
        searchLabel="Search orders"
        statuses={orderStatuses}
        exportKey="GET /api/admin/orders/export"
        emptyTitle="No Orders Yet"
        emptyHint={isExcluded ? 'Unpaid orders are hidden.' : 'What customers order comes here.'}
        extra={
          <HideUnpaid isHidden={isExcluded} isDisabled={state.status !== undefined} onChange={hideUnpaid} />
        }
      >
        {(orders) => (
          <OrderList
            orders={orders.map((order) => withPending(order, pending))}
            selection={selection}
            printing={printing}
            onOpen={open}
            onPrint={print}
            onSetStatus={(selected, status) => setChange({ orders: selected, status })}
          />
        )}
      </ListPage>
      <Suspense>
        {openId !== null && (
          <OrderDrawer
            id={openId}
            pageIds={page?.items.map(({ id }) => id) ?? []}
            printing={printing?.kind}
            onOpen={open}
            onPrint={print}
          />
        )}
        {change && (
          <StatusDialog {...change} printing={printing?.kind} onPrint={print} onDone={finishChange} />
        )}
      </Suspense>
    </>
  )
}

/** The order with the status that is being set, if any. */
function withPending(order: AdminOrder, pending: ReadonlyMap<string, SettableStatus>): AdminOrder {
  const status = pending.get(order.id)
  return status === undefined || status === order.status ? order : { ...order, status }
}

/** Moves the focus back to the order's row when its details are closed. */
function useFocusOnClose(openId: string | null) {
  const last = useRef(openId)
  useEffect(() => {
    if (openId === null && last.current !== null) focusRow(last.current)
    last.current = openId
  }, [openId])
}
