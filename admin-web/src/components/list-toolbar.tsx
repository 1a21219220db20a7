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
  /** The label of the search field: `Search messages`. Without it there is none. */
  searchLabel?: string | undefined
  statuses?: StatusMap | undefined
  /** The label of the filter; by default `Status`. */
  statusLabel?: string | undefined
  /** The label of the list without a filter, if it does not show everything. */
  unfiltered?: string | undefined
  exportKey?: ExportKey | undefined
  /** Additional controls of the resource, such as actions for a selection. */
  extra?: ReactNode
  /** Whether the list has changed since it was loaded. */
  isOutdated: boolean
  isRefreshing: boolean
  onRefresh: () => unknown
}

/** The toolbar of a list: search, filter, additional controls, refresh and export. */
export function ListToolbar(props: ListToolbarProps) {
  const { state, searchLabel, statuses, statusLabel = 'Status', exportKey, extra } = props
  const { unfiltered = `${statusLabel}: all` } = props
  const { status, q, unpaid } = state
  return (
    <search className="list-toolbar">
      {searchLabel && <SearchBox label={searchLabel} value={q ?? ''} onSearch={state.setQ} />}
      {statuses && (
        <Select
          aria-label={`${statusLabel} filter`}
          className="status-filter"
          options={[{ value: '', label: unfiltered }, ...optionsOf(statuses)]}
          value={status ?? ''}
          onChange={(next) => state.setStatus(next || undefined)}
        />
      )}
      {extra}
      <span className="list-toolbar-end">
        <Tooltip title={props.isOutdated ? 'There are changes: refresh' : 'Refresh'}>
          <Badge dot={props.isOutdated}>
            <Button
              aria-label={props.isOutdated ? 'Refresh, there are changes' : 'Refresh'}
              icon={<ReloadOutlined />}
              loading={props.isRefreshing}
              onClick={() => props.onRefresh()}
            />
          </Badge>
        </Tooltip>
        {exportKey && <ExportButton endpoint={exportKey} query={{ status, q, unpaid }} />}
      </span>
    </search>
  )
}
