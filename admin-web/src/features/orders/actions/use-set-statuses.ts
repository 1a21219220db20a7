import type { AdminOrder, UpdateStatusesAnswer } from '@prankpost/contracts/order'
import { errorText } from '@prankpost/web-kit'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { orderStatuses } from '../../../components/statuses.ts'
import { many } from '../../../lib/many.ts'
import { useNotify } from '../../../lib/notify.ts'
import { patchOrders, refreshOrders, type SettableStatus, setStatuses } from '../api.ts'

export type Result = UpdateStatusesAnswer['results'][number]

/**
 * Sets one status on a selection, and keeps the result of each order. A retry after a failure is safe: orders that were
 * already changed are reported as unchanged.
 */
export function useSetStatuses(orders: readonly AdminOrder[], status: SettableStatus) {
  const queryClient = useQueryClient()
  const notify = useNotify()
  const [results, setResults] = useState<ReadonlyMap<string, Result>>(new Map())
  const failedIds = [...results.values()].flatMap(({ orderId, outcome }) =>
    outcome === 'failed' ? [orderId] : [],
  )
  const { mutate, isPending, error } = useMutation({
    mutationFn: async (chosen: readonly AdminOrder[]) => (await setStatuses(chosen, status)).results,
    onSuccess: (latest) => {
      const done = latest.filter(({ outcome }) => outcome !== 'failed')
      setResults((before) => new Map([...before, ...latest.map((one) => [one.orderId, one] as const)]))
      patchOrders(queryClient, new Map(done.map(({ orderId }) => [orderId, { status }])))
      const failures = latest.length - done.length
      if (failures > 0) notify.error('Update Failed', `${many(failures, 'order')} could not be changed.`)
      else notify.success('Status Updated', `${many(done.length, 'order')}: ${orderStatuses[status].label}.`)
    },
    onError: (failure) =>
      notify.error('Update Failed', errorText(failure, 'The status could not be changed. Please try again.')),
    onSettled: () => void refreshOrders(queryClient),
  })
  return {
    results,
    failedIds,
    isPending,
    error,
    start: () => mutate(orders),
    retryFailed: () => mutate(orders.filter(({ id }) => failedIds.includes(id))),
  }
}
