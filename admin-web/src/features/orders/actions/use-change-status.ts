import type { AdminOrder } from '@prankpost/contracts/order'
import { errorText } from '@prankpost/web-kit'
import { useMutation, useMutationState, useQueryClient } from '@tanstack/react-query'
import { useMemo } from 'react'
import { orderStatuses } from '../../../components/statuses.ts'
import { useNotify } from '../../../lib/notify.ts'
import { patchOrders, refreshOrders, type SettableStatus, setStatus } from '../api.ts'

const mutationKey = ['orders', 'status']

interface Change {
  orderId: string
  status: SettableStatus
  seen: AdminOrder['status']
}

/**
 * Sets an order's status. Changes of one order are sent one after the other, so that the last one wins; the lists are
 * read again after the last one. During a change, `usePendingStatuses` contains the new status.
 */
export function useChangeStatus({ id, orderNumber, status: seen }: AdminOrder) {
  const queryClient = useQueryClient()
  const notify = useNotify()
  const { mutate } = useMutation({
    mutationKey,
    scope: { id: `order-${id}` },
    mutationFn: ({ orderId, ...change }: Change) => setStatus(orderId, change),
    onSuccess: (order, { status }) => {
      // Before the mutation is settled, so that the old status is not shown in between.
      patchOrders(queryClient, new Map([[id, order]]))
      const message = `Order ${orderNumber} is ${orderStatuses[status].label} now.`
      notify.success('Status Updated', message, `order-${id}`)
    },
    onError: (error) =>
      notify.error('Update Failed', errorText(error, 'The status could not be changed. Please try again.')),
    onSettled: () => {
      if (queryClient.isMutating({ mutationKey }) === 1) void refreshOrders(queryClient)
    },
  })
  return (status: SettableStatus) => mutate({ orderId: id, status, seen })
}

/**
 * The statuses that are being set, by order id. They are shown in place of the statuses from the server. A refused
 * status is removed, so that the old one is shown again.
 */
export function usePendingStatuses(): ReadonlyMap<string, SettableStatus> {
  const pending = useMutationState({
    filters: { mutationKey, status: 'pending' },
    select: ({ state }) => state.variables as Change,
  })
  return useMemo(() => new Map(pending.map(({ orderId, status }) => [orderId, status])), [pending])
}
