import type { DeadLetterEntry, DeadLetterList } from '@prankpost/contracts/dead-letter'
import { type ServiceName, serviceNames } from '@prankpost/contracts/services'
import { listOf, number, shape, text } from '@prankpost/web-kit'
import { type QueryClient, queryOptions } from '@tanstack/react-query'
import { adminCall } from '../../lib/admin-call.ts'
import { countedBy, freshOnMount, listKeyOf } from '../../lib/admin-list.ts'

const isDeadLetterList = shape<DeadLetterList>({
  items: listOf(
    shape<DeadLetterEntry>({
      id: text,
      service: text,
      event: text,
      reason: text,
      failedAt: text,
      failures: number,
      content: text,
    }),
  ),
  total: number,
})

/** The dead letters of one service. Messages can contain personal data, so each read is in the audit trail. */
export const deadLettersOf = (service: ServiceName) =>
  queryOptions({
    queryKey: [...listKeyOf('dead-letters'), service],
    queryFn: ({ signal }) =>
      adminCall(`GET /api/admin/dead-letters/${service}`, { signal, expect: isDeadLetterList }),
    ...freshOnMount,
  })

/**
 * The number of dead letters in all services; an unavailable service is not counted. It polls totals, not messages. A
 * loaded list is read again only when it is outdated.
 */
export const deadLettersCount = countedBy('dead-letters', async (signal, queryClient) => {
  const totals = await Promise.allSettled(serviceNames.map((service) => totalOf(service, signal)))
  for (const [i, service] of serviceNames.entries()) {
    const { queryKey } = deadLettersOf(service)
    const list = queryClient.getQueryState(queryKey)
    const total = totals[i]?.status === 'fulfilled' ? totals[i].value : null
    const isCurrent = list?.status === 'success' && list.data?.total === total
    // A read in progress began before this count, so its response may be older.
    if (list && list.status !== 'pending' && !isCurrent) void queryClient.invalidateQueries({ queryKey })
  }
  return totals.reduce((sum, total) => sum + (total.status === 'fulfilled' ? total.value : 0), 0)
})

async function totalOf(service: ServiceName, signal: AbortSignal): Promise<number> {
  const query = { limit: 0 }
  const { total } = await adminCall(`GET /api/admin/dead-letters/${service}`, {
    query,
    signal,
    expect: isDeadLetterList,
  })
  return total
}

/** Refreshes the lists and counts that are on the screen. */
export const refreshDeadLetters = (queryClient: QueryClient) =>
  queryClient.refetchQueries({ queryKey: ['dead-letters'], type: 'active' }, { cancelRefetch: false })

/** The messages to replay: some of an event, all of an event, or all of a service. */
export interface Replay {
  service: ServiceName
  event?: string
  ids?: string[]
}

/** Sends dead letters back to their queue; returns the number sent. */
export async function replay({ service, ...which }: Replay): Promise<number> {
  const { replayed } = await adminCall(`POST /api/admin/dead-letters/${service}/replay`, { body: which })
  return replayed
}
