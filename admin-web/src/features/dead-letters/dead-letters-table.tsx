import { RedoOutlined } from '@ant-design/icons'
import { Button, Table, Tag } from 'antd'
import type { HTMLAttributes } from 'react'
import { CopyableId } from '../../components/copyable.tsx'
import { Time } from '../../components/time.tsx'
import type { DeadLetter } from './dead-letters.ts'

interface DeadLettersTableProps {
  label: string
  deadLetters: DeadLetter[]
  selectedKeys: ReadonlySet<string>
  failedAgainKeys: ReadonlySet<string>
  isBusy: (deadLetter: DeadLetter) => boolean
  onSelect: (keys: string[]) => void
  onOpen: (key: string) => void
  onReplay: (deadLetter: DeadLetter) => void
  rowProps: (key: string) => HTMLAttributes<HTMLElement>
}

/** The dead letters of one queue. */
export function DeadLettersTable(props: DeadLettersTableProps) {
  const { label, deadLetters, selectedKeys, failedAgainKeys, isBusy, onSelect, onOpen, onReplay, rowProps } =
    props
  return (
    <Table<DeadLetter>
      className="letters stacked"
      size="small"
      rowKey="key"
      aria-label={label}
      tableLayout="fixed"
      dataSource={deadLetters}
      pagination={false}
      onRow={({ key }) => rowProps(key)}
      rowSelection={{
        columnWidth: 36,
        selectedRowKeys: deadLetters.flatMap(({ key }) => (selectedKeys.has(key) ? [key] : [])),
        onChange: (keys) => onSelect(keys.map(String)),
        getCheckboxProps: ({ id }) => ({ 'aria-label': `Select message ${id}` }) as object,
        getTitleCheckboxProps: () => ({ 'aria-label': `Select all of ${label}` }) as object,
      }}
      columns={[
        {
          title: 'Reason',
          render: (_, { key, reason }) => (
            <>
              {failedAgainKeys.has(key) && <Tag color="orange">Failed again</Tag>}
              <span className="long-text" title={reason}>
                {reason}
              </span>
            </>
          ),
        },
        {
          title: 'Failed',
          width: 190,
          render: (_, { failedAt }) => <Time className="hint" at={failedAt} />,
        },
        { title: 'Tries', width: 56, align: 'right', dataIndex: 'failures' },
        { title: 'Message', width: 120, render: (_, { id }) => <CopyableId id={id} what="message id" /> },
        {
          title: <span className="for-screen-readers">What can be done</span>,
          width: 168,
          align: 'right',
          render: (_, deadLetter) => (
            <span className="letter-actions">
              <Button
                size="small"
                aria-label={`View message ${deadLetter.id}`}
                onClick={() => onOpen(deadLetter.key)}
              >
                View
              </Button>
              <Button
                size="small"
                icon={<RedoOutlined aria-hidden />}
                aria-label={`Replay message ${deadLetter.id}`}
                loading={isBusy(deadLetter)}
                onClick={() => onReplay(deadLetter)}
              >
                Replay
              </Button>
            </span>
          ),
        },
      ]}
    />
  )
}
