import type { SubscriptionLog } from '@prankpost/contracts/subscription-log'
import { Table } from 'antd'
import { ListPage } from '../../components/list-page.tsx'
import { useListState, useOpenItem } from '../../lib/list-state.ts'
import { useRowKeys } from '../../lib/row-keys.ts'
import { logsCount, logsList } from './api.ts'
import { columns } from './columns.tsx'
import { EntryMore } from './entry-more.tsx'
import { actionMap } from './statuses.ts'
import './logs.css'

/** The list of the tab 'Logs'. */
export default function LogsPage() {
  const state = useListState()
  return (
    <ListPage
      state={state}
      query={logsList(state)}
      count={logsCount}
      searchLabel="Search logs"
      statuses={actionMap}
      statusLabel="Action"
      exportKey="GET /api/admin/subscription-logs/export"
      emptyTitle="No Subscription Activity"
      emptyHint="What happens to plans, from the first month paid to the last parcel sent, is written down here."
    >
      {(entries) => <Entries entries={entries} />}
    </ListPage>
  )
}

function Entries({ entries }: { entries: SubscriptionLog[] }) {
  const [openId, open] = useOpenItem('log')
  const toggle = (id: string) => open(id === openId ? null : id)
  const { rowProps } = useRowKeys(entries, { noun: 'entry', group: 'Logs', onOpen: toggle })
  return (
    <Table
      className="logs stacked"
      size="small"
      rowKey="id"
      tableLayout="fixed"
      columns={columns}
      dataSource={entries}
      pagination={false}
      onRow={({ id }) => rowProps(id)}
      expandable={{
        columnWidth: 36,
        expandedRowKeys: openId === null ? [] : [openId],
        onExpand: (_, { id }) => toggle(id),
        expandedRowRender: (entry) => <EntryMore entry={entry} />,
      }}
    />
  )
}
