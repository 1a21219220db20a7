import { RedoOutlined } from '@ant-design/icons'
import { formatDateTime } from '@prankpost/web-kit'
import { Button, Table, Tag } from 'antd'
import type { HTMLAttributes } from 'react'
import { CopyableId } from '../../components/copyable-id.tsx'
import type { Letter } from './letters.ts'

interface LettersTableProps {
  label: string
  letters: Letter[]
  selectedKeys: ReadonlySet<string>
  backKeys: ReadonlySet<string>
  isBusy: (letter: Letter) => boolean
  onSelect: (keys: string[]) => void
  onOpen: (key: string) => void
  onReplay: (letter: Letter) => void
  rowProps: (key: string) => HTMLAttributes<HTMLElement>
}

/** The letters of one queue. */
export function LettersTable(props: LettersTableProps) {
  const { label, letters, selectedKeys, backKeys, isBusy, onSelect, onOpen, onReplay, rowProps } = props
  return (
    <Table<Letter>
      className="letters"
      size="small"
      rowKey="key"
      aria-label={label}
      tableLayout="fixed"
      dataSource={letters}
      pagination={false}
      onRow={({ key }) => rowProps(key)}
      rowSelection={{
        columnWidth: 36,
        selectedRowKeys: letters.flatMap(({ key }) => (selectedKeys.has(key) ? [key] : [])),
        onChange: (keys) => onSelect(keys.map(String)),
        getCheckboxProps: ({ id }) => ({ 'aria-label': `Select message ${id}` }) as object,
        getTitleCheckboxProps: () => ({ 'aria-label': `Select all of ${label}` }) as object,
      }}
      columns={[
        {
          title: 'Reason',
          render: (_, { key, reason }) => (
            <>
              {backKeys.has(key) && <Tag color="orange">Failed again</Tag>}
              <span className="letter-reason" title={reason}>
                {reason}
              </span>
            </>
          ),
        },
        {
          title: 'Failed',
          width: 190,
          render: (_, { failedAt }) => (
            <time className="hint" dateTime={failedAt}>
              {formatDateTime(failedAt)}
            </time>
          ),
        },
        { title: 'Tries', width: 56, align: 'right', dataIndex: 'failures' },
        { title: 'Message', width: 120, render: (_, { id }) => <CopyableId id={id} what="message id" /> },
        {
          title: <span className="for-screen-readers">What can be done</span>,
          width: 168,
          align: 'right',
          render: (_, letter) => (
            <span className="letter-actions">
              <Button
                size="small"
                aria-label={`View message ${letter.id}`}
                onClick={() => onOpen(letter.key)}
              >
                View
              </Button>
              <Button
                size="small"
                icon={<RedoOutlined aria-hidden />}
                aria-label={`Replay message ${letter.id}`}
                loading={isBusy(letter)}
                onClick={() => onReplay(letter)}
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
