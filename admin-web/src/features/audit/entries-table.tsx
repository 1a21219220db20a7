import type { AuditEntry } from '@prankpost/contracts/audit'
import { formatDateTime } from '@prankpost/web-kit'
import { Button, Table, Tag } from 'antd'
import type { HTMLAttributes } from 'react'
import { StatusBadge } from '../../components/status-badge.tsx'
import { serviceMap } from './services.ts'
import { actionOf, outcomeOf, subjectOf } from './words.ts'

interface EntriesTableProps {
  entries: AuditEntry[]
  onOpen: (id: string) => void
  rowProps: (id: string) => HTMLAttributes<HTMLElement>
}

/** What was done, a line each. */
export function EntriesTable({ entries, onOpen, rowProps }: EntriesTableProps) {
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
          render: (_, { at }) => (
            <time className="hint" dateTime={at} title={at}>
              {formatDateTime(at)}
            </time>
          ),
        },
        {
          title: 'What',
          width: '24%',
          render: (_, entry) => <span className="audit-action">{actionOf(entry)}</span>,
        },
        {
          title: 'On what',
          render: (_, entry) => <span className="audit-one-line">{subjectOf(entry)}</span>,
        },
        {
          title: 'Service',
          width: 138,
          // On a narrow screen the words of the action say as much.
          responsive: ['xl'],
          render: (_, { service }) => <StatusBadge statuses={serviceMap} value={service} />,
        },
        {
          title: 'Address',
          width: 128,
          render: (_, { address }) => (
            <span className="audit-one-line" title={address}>
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

/** What came of it, in its colour. */
export function Outcome({ entry }: { entry: AuditEntry }) {
  const { label, color } = outcomeOf(entry)
  return (
    <Tag color={color} className="status-badge">
      {label}
    </Tag>
  )
}
