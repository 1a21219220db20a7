import type { Subscription } from '@prankpost/contracts/subscription'
import { type QueryClient, queryOptions } from '@tanstack/react-query'
import { adminCall } from '../../lib/admin-call.ts'
import { countQuery, listKeyOf, listQuery } from '../../lib/admin-list.ts'
import type { ListState } from '../../lib/list-state.ts'

const endpoint = 'GET /api/admin/subscriptions'

/** How many run (active and past due), whatever the filter says. */
export const plansCount = countQuery('plans', endpoint)

/** A page of plans. */
export const plansList = (state: ListState) => listQuery('plans', endpoint, state)

interface PlansPage {
  items: Subscription[]
}

/** One plan as it is now, whatever its status; null when there is none. What a list holds of it shows meanwhile. */
export function planQuery(id: string, queryClient: QueryClient) {
  return queryOptions({
    queryKey: ['plans', 'one', id],
    queryFn: async ({ signal }): Promise<Subscription | null> => {
      const { items } = await adminCall(endpoint, { query: { q: id, status: 'all', limit: 1 }, signal })
      return items.find((plan) => plan.id === id) ?? null
    },
    placeholderData: () =>
      queryClient
        .getQueriesData<PlansPage>({ queryKey: listKeyOf('plans') })
        .flatMap(([, page]) => page?.items ?? [])
        .find((plan) => plan.id === id),
    staleTime: 0,
    refetchOnMount: 'always',
  })
}

const newsArriveMs = [0, 1_500, 5_000]

/**
 * Reads all that a shipped parcel changes anew. Plans, orders and logs hear of it by message, some moments after
 * the call has been answered, so they are asked again a little later.
 */
export function refreshAfterShipping(queryClient: QueryClient) {
  for (const waitMs of newsArriveMs) {
    setTimeout(() => {
      for (const changed of ['plans', 'logs', 'orders', 'overview']) {
        void queryClient.invalidateQueries({ queryKey: [changed] })
      }
    }, waitMs)
  }
}
