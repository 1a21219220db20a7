import type { BodyIn } from '@prankpost/contracts/api'
import type { DataExport } from '@prankpost/contracts/customer-data'
import { boolean, call, listOf, nullable, oneOf, shape, text } from '@prankpost/web-kit'
import { queryOptions } from '@tanstack/react-query'

const dataExport = shape<DataExport>({
  state: oneOf(['none', 'gathering', 'ready'] as const),
  requestedAt: nullable(text),
  readyAt: nullable(text),
  expiresAt: nullable(text),
  sections: listOf(shape<DataExport['sections'][number]>({ name: text as never, ready: boolean })),
})

/** How often the progress is polled while a file is being gathered. */
const gatheringPollMs = 2000

/** The URL of the file; the session cookie authorizes the download. */
export const exportFile = '/api/auth/data-export/file'

/** The state of the file with the customer's data; polled while it is being gathered. */
export const dataExportQuery = queryOptions({
  queryKey: ['data-export'],
  queryFn: ({ signal }) => call('GET /api/auth/data-export', { signal, expect: dataExport }),
  refetchInterval: ({ state }) => (state.data?.state === 'gathering' ? gatheringPollMs : false),
})

/** Requests the file. While one is being gathered, returns the state of that one. */
export const requestDataExport = () => call('POST /api/auth/data-export', { expect: dataExport })

/** Deletes the account permanently. Returns the number of its receipt. */
export async function deleteAccount(body: BodyIn<'POST /api/auth/account-deletion'>): Promise<string> {
  const expect = shape<{ receipt: string; message: string }>({ receipt: text, message: text })
  const { receipt } = await call('POST /api/auth/account-deletion', { body, expect })
  return receipt
}
