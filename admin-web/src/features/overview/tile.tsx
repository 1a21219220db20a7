import { CheckCircleFilled, WarningFilled } from '@ant-design/icons'
import { errorText } from '@prankpost/web-kit'
import type { UseQueryResult } from '@tanstack/react-query'
import { Button } from 'antd'
import type { ReactNode } from 'react'
import { StaleMark } from './stale-mark.tsx'

interface Figure {
  value: string
  hint: ReactNode
  /** The state of the figure, if it has one; shown as a colour and an icon. */
  tone?: 'good' | 'warning' | 'bad' | undefined
}

interface TileProps<T> {
  label: string
  query: UseQueryResult<T>
  children: (data: T, readAt: number) => Figure
}

/** One figure. It has the same size while loading, after a failure and with data. */
export function Tile<T>({ label, query, children }: TileProps<T>) {
  const { data, error, isFetching, dataUpdatedAt, refetch } = query
  const figure = data === undefined ? undefined : children(data, dataUpdatedAt)
  return (
    <li className="tile" data-tone={figure?.tone} aria-busy={data === undefined && !error}>
      <span className="tile-label">
        {label} {data !== undefined && error && <StaleMark error={error} />}
      </span>
      {figure && (
        <>
          <strong className="tile-value">
            {figure.tone === 'good' && <CheckCircleFilled aria-hidden />}
            {(figure.tone === 'bad' || figure.tone === 'warning') && <WarningFilled aria-hidden />}
            {figure.value}
          </strong>
          <span className="tile-hint">{figure.hint}</span>
        </>
      )}
      {!figure && !error && (
        <>
          <span className="skeleton tile-value" />
          <span className="skeleton tile-hint" />
          <span className="for-screen-readers">Loading</span>
        </>
      )}
      {!figure && error && (
        <>
          <strong className="tile-value" role="img" aria-label="Not known">
            –
          </strong>
          <span className="tile-hint" title={errorText(error, 'Could not be loaded.')}>
            Not loaded
            <Button
              size="small"
              type="link"
              loading={isFetching}
              aria-label={`Retry ${label}`}
              onClick={() => refetch()}
            >
              Retry
            </Button>
          </span>
        </>
      )}
    </li>
  )
}
