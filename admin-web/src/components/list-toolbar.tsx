import { ReloadOutlined } from '@ant-design/icons'
import { Badge, Button, Select, Tooltip } from 'antd'
import type { ReactNode } from 'react'
import type { ListFilter } from '../lib/admin-list.ts'
import type { ListState } from '../lib/list-state.ts'
import { ExportButton, type ExportKey } from './export-button.tsx'
import { SearchBox } from './search-box.tsx'
import { optionsOf, type StatusMap } from './status-badge.tsx'

export interface ListToolbarProps {
  state: ListState & ListFilter
  /** What the search looks in, as the field's label: `Search messages`. */
  searchLabel: string
  statuses?: StatusMap | undefined
  /** What the filter filters by, where it is not the status. */
  statusLabel?: string | undefined
  /** What the list shows without a filter, where that is not all. */
  unfiltered?: string | undefined
  exportKey?: ExportKey | undefined
  /** Buttons of the resource's own, such as what to do with a selection. */
  extra?: ReactNode
  /** Whether there is more to see than what is shown. */
  isBehind: boolean
  isRefreshing: boolean
  onRefresh: () => unknown
}

/** Above each list: search, filter, what the resource adds, refresh and export. */
export function ListToolbar(props: ListToolbarProps) {
  const { state, searchLabel, statuses, statusLabel = 'Status', exportKey, extra } = props
  const { unfiltered = `${statusLabel}: all` } = props
  return (
    <search className="list-toolbar">
      <SearchBox label={searchLabel} value={state.q ?? ''} onSearch={state.setQ} />
      {statuses && (
        <Select
          aria-label={`${statusLabel} filter`}
          className="status-filter"
          options={[{ value: '', label: unfiltered }, ...optionsOf(statuses)]}
          value={state.status ?? ''}
          onChange={(status) => state.setStatus(status || undefined)}
        />
      )}
      {extra}
      <span className="list-toolbar-end">
        <Tooltip title={props.isBehind ? 'There is news: refresh' : 'Refresh'}>
          <Badge dot={props.isBehind}>
            <Button
              aria-label={props.isBehind ? 'Refresh, there is news' : 'Refresh'}
              icon={<ReloadOutlined />}
              loading={props.isRefreshing}
              onClick={() => props.onRefresh()}
            />
          </Badge>
        </Tooltip>
        {exportKey && <ExportButton endpoint={exportKey} filter={state} />}
      </span>
    </search>
  )
}
