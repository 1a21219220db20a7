import { errorText } from '@prankpost/web-kit'
import { type UseQueryOptions, useQuery } from '@tanstack/react-query'
import { Alert, Button } from 'antd'
import { type ReactNode, useEffect } from 'react'
import type { ListFilter } from '../lib/admin-list.ts'
import type { ListState } from '../lib/list-state.ts'
import { EmptyState } from './empty-state.tsx'
import { ErrorState } from './error-state.tsx'
import { ListToolbar, type ListToolbarProps } from './list-toolbar.tsx'
import { Pager } from './pager.tsx'
import { Spinner } from './spinner.tsx'

/** A page of a list as it is shown. */
export interface Page<T> {
  items: T[]
  total: number
  nextCursor: string | null
  /** Of a list that several services make up: those that could not be asked, as people call them. */
  away?: string[]
}

interface ListPageProps<T>
  extends Pick<
    ListToolbarProps,
    'searchLabel' | 'statuses' | 'statusLabel' | 'unfiltered' | 'exportKey' | 'extra'
  > {
  state: ListState & ListFilter
  // biome-ignore lint/suspicious/noExplicitAny: the key is the query's own business.
  query: UseQueryOptions<Page<T>, Error, Page<T>, any>
  /** The resource's unfiltered total; where it moves on, the list says that there is news. */
  // biome-ignore lint/suspicious/noExplicitAny: as above.
  count: UseQueryOptions<number, Error, number, any>
  /** The server counts no further than this, also without a filter. */
  countedUpTo?: number
  /** The specification's words for a list without any: `No Messages Yet`. */
  emptyTitle: string
  emptyHint?: string
  children: (items: T[], page: Page<T>) => ReactNode
}

/** A resource's list with all that may be the matter with it: loading, failed, empty, filtered away, paged. */
export function ListPage<T>(props: ListPageProps<T>) {
  const { state, searchLabel, statuses, statusLabel, unfiltered, exportKey, extra } = props
  const { data, error, isFetching, isPlaceholderData, dataUpdatedAt, refetch } = useQuery(props.query)
  const count = useQuery(props.count)
  const isBehind =
    !state.isFiltered &&
    data !== undefined &&
    count.dataUpdatedAt > dataUpdatedAt &&
    count.data !== data.total
  useStartAtTop(state.cursor)
  return (
    <>
      <ListToolbar
        {...{ state, searchLabel, statuses, statusLabel, unfiltered, exportKey, extra, isBehind }}
        isRefreshing={isFetching && data !== undefined}
        onRefresh={refetch}
      />
      {data === undefined && error === null && <Spinner />}
      {error !== null && data === undefined && (
        <ErrorState
          error={error}
          failed="The list could not be loaded."
          onRetry={refetch}
          busy={isFetching}
        />
      )}
      {data !== undefined && (
        <div aria-busy={isPlaceholderData} className={isPlaceholderData ? 'list-stale' : undefined}>
          {error !== null && <OldNews error={error} />}
          {data.away !== undefined && data.away.length > 0 && <Away services={data.away} />}
          {data.items.length > 0 ? props.children(data.items, data) : <Nothing {...props} />}
          <Pager
            state={state}
            shown={data.items.length}
            total={data.total}
            nextCursor={data.nextCursor}
            countedUpTo={props.countedUpTo}
          />
        </div>
      )}
    </>
  )
}

function OldNews({ error }: { error: Error }) {
  const words = errorText(error, 'Please try again.')
  return (
    <Alert type="warning" showIcon role="alert" title={`The latest news could not be loaded. ${words}`} />
  )
}

function Away({ services }: { services: string[] }) {
  const title = `Not all of it: ${services.join(', ')} could not be asked.`
  return <Alert className="list-away" type="warning" showIcon role="alert" title={title} />
}

function Nothing<T>({ state, emptyTitle, emptyHint }: ListPageProps<T>) {
  if (state.isFiltered) {
    return (
      <EmptyState title="Nothing Found" action={<Button onClick={state.clearFilter}>Clear Filter</Button>} />
    )
  }
  if (state.page > 1) {
    return (
      <EmptyState title="Nothing Older" action={<Button onClick={state.goNewest}>Go to Newest</Button>} />
    )
  }
  return <EmptyState title={emptyTitle} hint={emptyHint} />
}

/** Another page is read from its top. */
function useStartAtTop(cursor: string | undefined) {
  // biome-ignore lint/correctness/useExhaustiveDependencies: the cursor is what makes it another page.
  useEffect(() => {
    globalThis.scrollTo({ top: 0, behavior: 'instant' })
  }, [cursor])
}
