import type { AuditEntry } from '@prankpost/contracts/audit'
import { lazy, Suspense } from 'react'
import { ListPage } from '../../components/list-page.tsx'
import { useListState, useOpenItem } from '../../lib/list-state.ts'
import { useRowKeys } from '../../lib/row-keys.ts'
import { auditCount, auditPage } from './api.ts'
import { EntriesTable } from './entries-table.tsx'
import { KindFilter } from './kind-filter.tsx'
import { serviceMap } from './services.ts'
import './audit.css'

const EntryDrawer = lazy(() => import('./entry-drawer.tsx'))

const filterNames = ['kind'] as const

/** The list of the tab 'Audit'. */
export default function AuditListPage() {
  const state = useListState(filterNames)
  return (
    <ListPage
      state={state}
      query={auditPage(state)}
      count={auditCount}
      searchLabel="Search the audit trail"
      statuses={serviceMap}
      statusLabel="Service"
      extra={<KindFilter state={state} />}
      emptyTitle="Nothing Done Yet"
      emptyHint="Log-ins, changes, exports and reads of personal data are recorded here before they happen, and kept for 400 days."
    >
      {(entries) => <Entries entries={entries} />}
    </ListPage>
  )
}

function Entries({ entries }: { entries: AuditEntry[] }) {
  const [openId, open] = useOpenItem('entry')
  const { rowProps } = useRowKeys(entries, { noun: 'entry', group: 'Audit', onOpen: open })
  return (
    <>
      <EntriesTable entries={entries} onOpen={open} rowProps={rowProps} />
      <Suspense>
        {openId !== null && (
          <EntryDrawer entry={entries.find(({ id }) => id === openId)} onClose={() => open(null)} />
        )}
      </Suspense>
    </>
  )
}
