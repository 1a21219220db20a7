import type { QueryClient } from '@tanstack/react-query'

/** What the gateway puts into a page, next to its HTML. */
export interface PageData {
  /** Whether `#root` has the HTML of this page, and not of the first paint of all screens. */
  isRendered: boolean
  /** The public address of the store; without it, the address of the page. */
  publicUrl?: string
  /** The data of the page's reads, each with its query key. */
  reads: [queryKey: readonly unknown[], data: unknown][]
}

const pageDataId = 'page-data'

/** Reads the data of this page; without any from the development server. */
export function readPageData(): PageData {
  const text = document.getElementById(pageDataId)?.textContent
  return text ? JSON.parse(text) : { isRendered: false, reads: [] }
}

/** Puts the data into the cache, so that the page reads nothing again, unless it is old. */
export function fillCache(
  queryClient: QueryClient,
  { reads }: Pick<PageData, 'reads'>,
  { isOld = false }: { isOld?: boolean } = {},
) {
  const updatedAt = isOld ? 0 : Date.now()
  for (const [queryKey, data] of reads) queryClient.setQueryData(queryKey, data, { updatedAt })
}
