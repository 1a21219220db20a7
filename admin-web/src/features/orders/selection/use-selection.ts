import type { AdminOrder } from '@prankpost/contracts/order'
import { useCallback, useMemo, useState } from 'react'

/** As many as one call changes. */
export const maxSelected = 200

type Orders = ReadonlyMap<string, AdminOrder>
const none: Orders = new Map()

export interface Selection {
  orders: Orders
  /** Takes these in, up to `maxSelected` altogether, or puts them out. */
  set(orders: readonly AdminOrder[], isSelected: boolean): void
  clear(): void
}

/** The orders that the operator has ticked, over all pages of a list; another filter begins without any. */
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
