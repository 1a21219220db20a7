import type { DeadLetterEntry, DeadLetterList } from '@prankpost/contracts/dead-letter'
import { type ReaderService, readerServices } from '@prankpost/contracts/services'
import { listOf, number, shape, text } from '@prankpost/web-kit'
import { queryOptions } from '@tanstack/react-query'
import { adminCall } from '../../lib/admin-call.ts'
import { countedBy, listKeyOf } from '../../lib/admin-list.ts'

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

/** What lies dead in one service. */
export const deadLettersOf = (service: ReaderService) =>
  queryOptions({
    queryKey: [...listKeyOf('dead-letters'), service],
    queryFn: ({ signal }) =>
      adminCall(`GET /api/admin/dead-letters/${service}`, { signal, expect: isDeadLetterList }),
    staleTime: 0,
    refetchOnMount: 'always',
  })

/**
 * How many there are in all services together; a service that is away is left out of the sum. Counting reads
 * the lists, so whoever shows them is up to date as well: look at them without asking twice.
 */
export const deadLettersCount = countedBy('dead-letters', async (_signal, queryClient) => {
  const lists = await Promise.allSettled(
    readerServices.map((service) => queryClient.fetchQuery(deadLettersOf(service))),
  )
  return lists.reduce((sum, list) => sum + (list.status === 'fulfilled' ? list.value.total : 0), 0)
})

/** What to send again: these messages of an event, all of an event, or all that a service has. */
export interface Replay {
  service: ReaderService
  event?: string
  ids?: string[]
}

/** Sends dead letters to their queue again; answers how many were sent. */
export async function replay({ service, ...which }: Replay): Promise<number> {
  const { replayed } = await adminCall(`POST /api/admin/dead-letters/${service}/replay`, { body: which })
  return replayed
}
