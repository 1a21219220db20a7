import type { Subscription } from '@prankpost/contracts/subscription'
import { type QueryClient, queryOptions } from '@tanstack/react-query'
import { adminCall } from '../../lib/admin-call.ts'
import { freshOnMount, listedItems, refreshOf, resourceList } from '../../lib/admin-list.ts'

const endpoint = 'GET /api/admin/subscriptions'

/** The list of running plans (active and past due). */
export const { count: plansCount, page: plansList } = resourceList('plans', endpoint)

/** One plan of any status; null if it does not exist. The version of a cached list is shown until it is loaded. */
export function planQuery(id: string, queryClient: QueryClient) {
  return queryOptions({
    queryKey: ['plans', 'one', id],
    queryFn: async ({ signal }): Promise<Subscription | null> => {
      const { items } = await adminCall(endpoint, { query: { q: id, status: 'all', limit: 1 }, signal })
      return items.find((plan) => plan.id === id) ?? null
    },
    placeholderData: () => listedItems<Subscription>(queryClient, 'plans').find((plan) => plan.id === id),
    ...freshOnMount,
  })
}

const refreshDelaysMs = [0, 1_500, 5_000]

/**
 * Reads all data again that a shipped parcel changes. Plans, orders and logs receive the change as a message, shortly
 * after the call has returned, so they are read several times.
 */
export function refreshAfterShipping(queryClient: QueryClient) {
  const refresh = refreshOf('plans', 'logs', 'orders', 'overview')
  for (const waitMs of refreshDelaysMs) setTimeout(refresh, waitMs, queryClient)
}
