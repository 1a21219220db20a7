import { errorText } from '@prankpost/web-kit'
import { useMutation, useMutationState, useQueryClient } from '@tanstack/react-query'
import { useMemo } from 'react'
import { useNotify } from '../../../lib/notify.ts'
import { patchOrders, refreshOrders, type SettableStatus, setStatus } from '../api.ts'
import { orderStatuses } from '../statuses.ts'

const mutationKey = ['orders', 'status']

interface Change {
  orderId: string
  status: SettableStatus
}

/**
 * Sets an order's status. Changes of one order go out one after the other, so that the last one chosen wins; the
 * lists are read anew after the last of them. While one is under way, `usePendingStatuses` shows it.
 */
export function useChangeStatus({ id, orderNumber }: { id: string; orderNumber: string }) {
  const queryClient = useQueryClient()
  const notify = useNotify()
  const { mutate } = useMutation({
    mutationKey,
    scope: { id: `order-${id}` },
    mutationFn: ({ orderId, status }: Change) => setStatus(orderId, status),
    onSuccess: (order, { status }) => {
      // Before the change counts as done, so that the former status never shows in between.
      patchOrders(queryClient, new Map([[id, order]]))
      const words = `Order ${orderNumber} is ${orderStatuses[status].label} now.`
      notify.success('Status Updated', words, `order-${id}`)
    },
    onError: (error) =>
      notify.error('Update Failed', errorText(error, 'The status could not be changed. Please try again.')),
    onSettled: () => {
      if (queryClient.isMutating({ mutationKey }) === 1) void refreshOrders(queryClient)
    },
  })
  return (status: SettableStatus) => mutate({ orderId: id, status })
}

/**
 * The statuses that are being set just now, by order; they show in place of what the server last said. One that the
 * server refuses is no longer among them, which brings the former back.
 */
export function usePendingStatuses(): ReadonlyMap<string, SettableStatus> {
  const pending = useMutationState({
    filters: { mutationKey, status: 'pending' },
    select: ({ state }) => state.variables as Change,
  })
  return useMemo(() => new Map(pending.map(({ orderId, status }) => [orderId, status])), [pending])
}
