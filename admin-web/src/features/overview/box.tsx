import type { UseQueryResult } from '@tanstack/react-query'
import { type ReactNode, Suspense, useId } from 'react'
import { ErrorState } from '../../components/error-state.tsx'
import { StaleMark } from './stale-mark.tsx'

interface BoxProps<T> {
  title: string
  query: UseQueryResult<T>
  /** A short summary next to the title. */
  summary: (data: T) => ReactNode
  /** Whether the data is marked in red. */
  isAlarming?: (data: T) => boolean
  /** A list is lower than a chart on narrow screens, and as high as its lines on a phone. */
  isList?: boolean
  /** Controls to the right of the title. */
  extra?: ReactNode
  children: (data: T, readAt: number) => ReactNode
}

/** A chart or list with its title. It has the same size while loading, after a failure and with data. */
export function Box<T>({ title, query, summary, isAlarming, isList, extra, children }: BoxProps<T>) {
  const titleId = useId()
  const { data, error, isFetching, isPlaceholderData, dataUpdatedAt, refetch } = query
  return (
    <figure
      className="box"
      aria-labelledby={titleId}
      aria-busy={data === undefined && !error}
      data-list={isList}
      data-tone={data !== undefined && isAlarming?.(data) ? 'bad' : undefined}
    >
      <figcaption>
        <h2 id={titleId}>{title}</h2>
        {data !== undefined && <span className="box-summary">{summary(data)}</span>}
        {data !== undefined && error && <StaleMark error={error} />}
        {extra && <span className="box-extra">{extra}</span>}
      </figcaption>
      <div className={isPlaceholderData ? 'box-body list-stale' : 'box-body'}>
        {data !== undefined && <Suspense fallback={<Loading />}>{children(data, dataUpdatedAt)}</Suspense>}
        {data === undefined && !error && <Loading />}
        {data === undefined && error && (
          <ErrorState
            error={error}
            failed={`${title} could not be loaded.`}
            onRetry={refetch}
            busy={isFetching}
          />
        )}
      </div>
    </figure>
  )
}

const Loading = () => (
  <>
    <span className="skeleton box-skeleton" />
    <span className="for-screen-readers">Loading</span>
  </>
)

/** The text of a box without data. */
export const Nothing = ({ children }: { children: ReactNode }) => <p className="box-nothing">{children}</p>
