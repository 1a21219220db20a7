import type { AdminOrder } from '@prankpost/contracts/order'
import { useCallback, useMemo, useState } from 'react'

/** The maximum number of orders in one call. */
export const maxSelected = 200

type Orders = ReadonlyMap<string, AdminOrder>
const none: Orders = new Map()

export interface Selection {
  orders: Orders
  /** Selects these orders, up to `maxSelected` in total, or deselects them. */
  set(orders: readonly AdminOrder[], isSelected: boolean): void
  clear(): void
}

/** The selected orders, over all pages of a list. A change of the filter clears the selection. */
export function useSelection(filter: string): Selection {
  const [state, setState] = useState({ filter, orders: none })
  const orders = state.filter === filter ? state.orders : none

  const set = useCallback(
    (changed: readonly AdminOrder[], isSelected: boolean) =>
      setState((before) => {
        const next = new Map(before.filter === filter ? before.orders : none)
        for (const order of changed) {
          if (!isSelected) next.delete(order.id)
          else if (next.size < maxSelected) next.set(order.id, order)
        }
        return { filter, orders: next }
      }),
    [filter],
  )
  const clear = useCallback(() => setState({ filter, orders: none }), [filter])
  return useMemo(() => ({ orders, set, clear }), [orders, set, clear])
}
