import type { AdminOrder } from '@prankpost/contracts/order'
import { type KeyboardEvent, useEffect, useMemo, useRef } from 'react'
import { leaveField } from '../../lib/leave-field.ts'
import { useMayCall } from '../../lib/me.ts'
import { useRowKeys } from '../../lib/row-keys.ts'
import { useShortcut } from '../../lib/shortcuts.ts'
import type { DocumentKind, Printing } from './actions/use-print-parcels.ts'
import type { SettableStatus } from './api.ts'
import { type CardActions, OrderCard } from './order-card.tsx'
import { focusStatus, rowIdOf, titleIdOf } from './row-focus.ts'
import { SelectionBar } from './selection/selection-bar.tsx'
import type { Selection } from './selection/use-selection.ts'

interface OrderListProps {
  orders: AdminOrder[]
  selection: Selection
  printing: Printing | undefined
  onOpen: (id: string) => void
  onPrint: (kind: DocumentKind, orders: readonly AdminOrder[]) => void
  onSetStatus: (orders: AdminOrder[], status: SettableStatus) => void
}

const group = 'Orders'

/** A page of orders with keyboard navigation and the actions for a selection. */
export function OrderList({ orders, selection, printing, ...on }: OrderListProps) {
  const { onOpen, onPrint, onSetStatus } = on
  const byId = new Map(orders.map((order) => [order.id, order]))
  // Use the latest version of an order that was read again after its selection.
  const selected = [...selection.orders.values()].map((order) => byId.get(order.id) ?? order)
  const anchor = useRef<string>(undefined)

  const select = (id: string, isRange = false) => {
    const range = isRange ? between(orders, anchor.current, id) : []
    const order = byId.get(id)
    if (!order) return
    if (range.length > 0) selection.set(range, true)
    else selection.set([order], !selection.orders.has(id))
    anchor.current = id
  }
  const actions = useStableActions({ open: onOpen, select, print: onPrint })
  const { activeId, rowProps } = useRowKeys(orders, {
    noun: 'order',
    group,
    onOpen,
    onSelect: (id) => select(id),
  })
  const active = orders.filter(({ id }) => id === activeId)
  const printSelection = (kind: DocumentKind) => onPrint(kind, selected.length > 0 ? selected : active)
  const focusActiveStatus = () => {
    if (activeId !== null) focusStatus(document.getElementById(rowIdOf(activeId)))
  }
  const may = useMayCall()
  const maySet = may('PATCH /api/admin/orders/:id/status')
  const mayPrint = may('POST /api/admin/parcel-documents')
  useShortcut('s', 'Status of the order', focusActiveStatus, { group, enabled: maySet })
  useShortcut('p', 'Packing slips of the selection, else of the order', () => printSelection('slips'), {
    group,
    enabled: mayPrint,
  })
  useShortcut('l', '4x6 labels of the selection, else of the order', () => printSelection('labels'), {
    group,
    enabled: mayPrint,
  })
  useShortcut('escape', 'Clear the selection', selection.clear, { group, enabled: selected.length > 0 })

  const isOne = printing?.orders.length === 1
  return (
    <>
      <SelectionBar
        page={orders}
        selection={selection}
        printing={isOne && selected.length !== 1 ? undefined : printing?.kind}
        onPrint={(kind) => onPrint(kind, selected)}
        onSetStatus={(status) => onSetStatus(selected, status)}
      />
      {orders.map((order) => (
        <article
          key={order.id}
          className="card order-card"
          id={rowIdOf(order.id)}
          aria-labelledby={titleIdOf(order.id)}
          data-selected={selection.orders.has(order.id) || undefined}
          onKeyDown={leaveDropdown}
          {...rowProps(order.id)}
        >
          <OrderCard
            order={order}
            isSelected={selection.orders.has(order.id)}
            printing={isOne && printing.orders[0]?.id === order.id ? printing.kind : undefined}
            actions={actions}
          />
        </article>
      ))}
    </>
  )
}

/** Escape in a closed dropdown moves the focus back to the row. */
function leaveDropdown({ key, target }: KeyboardEvent) {
  if (key !== 'Escape' || !(target instanceof Element)) return
  if (target.role === 'combobox' && target.ariaExpanded !== 'true') leaveField()
}

/** The orders from one to another, inclusive; empty if the first one is not on the page. */
function between(orders: AdminOrder[], from: string | undefined, to: string): AdminOrder[] {
  const ends = [from, to].map((id) => orders.findIndex((order) => order.id === id))
  if (ends.includes(-1)) return []
  return orders.slice(Math.min(...ends), Math.max(...ends) + 1)
}

/** Returns stable functions, so that a card renders again only when its order changes. */
function useStableActions(now: CardActions): CardActions {
  const latest = useRef(now)
  useEffect(() => {
    latest.current = now
  })
  return useMemo(
    () => ({
      open: (id) => latest.current.open(id),
      select: (id, isRange) => latest.current.select(id, isRange),
      print: (kind, orders) => latest.current.print(kind, orders),
    }),
    [],
  )
}
