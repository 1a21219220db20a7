import { errorText } from '@prankpost/web-kit'
import { type UseQueryOptions, useQuery } from '@tanstack/react-query'
import { Alert, Button } from 'antd'
import { type ReactNode, useEffect } from 'react'
import type { ListFilter } from '../lib/admin-list.ts'
import type { ListState } from '../lib/list-state.ts'
import { StaleRows } from '../lib/row-keys.ts'
import { EmptyState } from './empty-state.tsx'
import { Waiting } from './error-state.tsx'
import { ListToolbar, type ListToolbarProps } from './list-toolbar.tsx'
import { Pager } from './pager.tsx'

/** A page of a list. */
export interface Page<T> {
  items: T[]
  total: number
  nextCursor: string | null
  /** For a list merged from several services: the labels of the services that did not answer. */
  unavailable?: string[]
}

interface ListPageProps<T>
  extends Pick<
    ListToolbarProps,
    'searchLabel' | 'statuses' | 'statusLabel' | 'unfiltered' | 'exportKey' | 'extra'
  > {
  state: ListState & ListFilter
  // biome-ignore lint/suspicious/noExplicitAny: the type of the key does not matter here.
  query: UseQueryOptions<Page<T>, Error, Page<T>, any>
  /** The resource's unfiltered total; when it changes, the refresh button of the list gets a dot. */
  // biome-ignore lint/suspicious/noExplicitAny: as above.
  count: UseQueryOptions<number, Error, number, any>
  /** Rows on a page, if they are not `pageSize`. */
  rows?: number
  /** The specification's text for an empty list: `No Messages Yet`. */
  emptyTitle: string
  emptyHint?: string
  children: (items: T[]) => ReactNode
}

/** A resource's list with all its states: loading, failed, empty, no match for the filter, paged. */
export function ListPage<T>(props: ListPageProps<T>) {
  const { state, searchLabel, statuses, statusLabel, unfiltered, exportKey, extra } = props
  const { emptyTitle, emptyHint } = props
  const query = useQuery(props.query)
  const { data, error, isFetching, isPlaceholderData, dataUpdatedAt, refetch } = query
  const count = useQuery(props.count)
  const isOutdated =
    !state.isFiltered &&
    data !== undefined &&
    count.dataUpdatedAt > dataUpdatedAt &&
    count.data !== data.total
  useScrollToTop(state.cursor)
  return (
    <>
      <ListToolbar
        {...{ state, searchLabel, statuses, statusLabel, unfiltered, exportKey, extra, isOutdated }}
        isRefreshing={isFetching && data !== undefined}
        onRefresh={refetch}
      />
      {data === undefined && <Waiting for={query} failed="The list could not be loaded." />}
      {data !== undefined && (
        <div aria-busy={isPlaceholderData} className={isPlaceholderData ? 'list-stale' : undefined}>
          {error !== null && <StaleWarning error={error} />}
          {data.unavailable !== undefined && data.unavailable.length > 0 && (
            <Incomplete services={data.unavailable} />
          )}
          <div inert={isPlaceholderData}>
            <StaleRows value={isPlaceholderData}>
              {data.items.length > 0 ? (
                props.children(data.items)
              ) : (
                <Nothing {...{ state, emptyTitle, emptyHint }} />
              )}
            </StaleRows>
          </div>
          <Pager
            state={state}
            shown={data.items.length}
            total={data.total}
            // Those of the page before do not lead further while a page is being read.
            nextCursor={isPlaceholderData ? null : data.nextCursor}
            rows={props.rows}
          />
        </div>
      )}
    </>
  )
}

function StaleWarning({ error }: { error: Error }) {
  const reason = errorText(error, 'Please try again.')
  return (
    <Alert type="warning" showIcon role="alert" title={`The latest data could not be loaded. ${reason}`} />
  )
}

function Incomplete({ services }: { services: string[] }) {
  const title = `This list is incomplete: ${services.join(', ')} did not answer. Refresh to try again.`
  return <Alert className="list-incomplete" type="warning" showIcon role="alert" title={title} />
}

type NothingProps = Pick<ListPageProps<unknown>, 'state' | 'emptyTitle' | 'emptyHint'>

/** Stands in place of the items of an empty list. */
export function Nothing({ state, emptyTitle, emptyHint }: NothingProps) {
  // Also with a filter: what was on this page may have left it, and the pages before may be full.
  if (state.page > 1) {
    return (
      <EmptyState title="Nothing Older" action={<Button onClick={state.goNewest}>Go to Newest</Button>} />
    )
  }
  if (state.isFiltered) {
    return (
      <EmptyState title="Nothing Found" action={<Button onClick={state.clearFilter}>Clear Filter</Button>} />
    )
  }
  return <EmptyState title={emptyTitle} hint={emptyHint} />
}

/** Scrolls to the top when the page of the list changes. */
function useScrollToTop(cursor: string | undefined) {
  // biome-ignore lint/correctness/useExhaustiveDependencies: the cursor identifies the page.
  useEffect(() => {
    globalThis.scrollTo({ top: 0, behavior: 'instant' })
  }, [cursor])
}
