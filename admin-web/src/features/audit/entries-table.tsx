import type { AuditEntry } from '@prankpost/contracts/audit'
import { formatDateTime } from '@prankpost/web-kit'
import { Button, Grid, Table, Tag } from 'antd'
import type { HTMLAttributes } from 'react'
import { StatusBadge } from '../../components/status-badge.tsx'
import { Time } from '../../components/time.tsx'
import { actionOf, outcomeOf, subjectOf } from './descriptions.ts'
import { serviceMap } from './services.ts'

interface EntriesTableProps {
  entries: AuditEntry[]
  onOpen: (id: string) => void
  rowProps: (id: string) => HTMLAttributes<HTMLElement>
}

/** The audit entries, one line each. */
export function EntriesTable({ entries, onOpen, rowProps }: EntriesTableProps) {
  const { md: isWide = true } = Grid.useBreakpoint()
  return (
    <Table<AuditEntry>
      className="audit"
      size="small"
      rowKey="id"
      aria-label="Audit trail"
      tableLayout="fixed"
      dataSource={entries}
      pagination={false}
      onRow={({ id }) => rowProps(id)}
      columns={[
        {
          title: 'Time',
          width: 178,
          responsive: ['md'],
          render: (_, { at }) => <Time className="hint" at={at} title={at} />,
        },
        {
          title: 'What',
          ...(isWide && { width: '24%' }),
          render: (_, entry) => (
            <>
              <span className="audit-action">{actionOf(entry)}</span>
              {!isWide && (
                <span className="audit-below">
                  {subjectOf(entry)} <Time className="hint" at={entry.at} title={entry.at} />
                </span>
              )}
            </>
          ),
        },
        {
          title: 'On what',
          responsive: ['md'],
          render: (_, entry) => <span className="long-text one-line">{subjectOf(entry)}</span>,
        },
        {
          title: 'Service',
          width: 138,
          // Hidden on narrow screens: the action already implies the service.
          responsive: ['xl'],
          render: (_, { service }) => <StatusBadge statuses={serviceMap} value={service} />,
        },
        {
          title: 'Address',
          width: 128,
          responsive: ['lg'],
          render: (_, { address }) => (
            <span className="long-text one-line" title={address}>
              {address}
            </span>
          ),
        },
        { title: 'Outcome', width: 122, render: (_, entry) => <Outcome entry={entry} /> },
        {
          title: <span className="for-screen-readers">Details</span>,
          width: 72,
          align: 'right',
          render: (_, entry) => (
            <Button
              size="small"
              aria-label={`View ${actionOf(entry)}, ${formatDateTime(entry.at)}`}
              onClick={() => onOpen(entry.id)}
            >
              View
            </Button>
          ),
        },
      ]}
    />
  )
}

/** The outcome of an entry, in its colour. */
export function Outcome({ entry }: { entry: AuditEntry }) {
  const { label, color } = outcomeOf(entry)
  return (
    <Tag color={color} className="status-badge">
      {label}
    </Tag>
  )
}
