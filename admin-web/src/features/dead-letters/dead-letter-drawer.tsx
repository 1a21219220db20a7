import { RedoOutlined } from '@ant-design/icons'
import { formatDateTime } from '@prankpost/web-kit'
import { Button, Drawer, Typography } from 'antd'
import { useMemo } from 'react'
import { Copyable } from '../../components/copyable.tsx'
import { EmptyState } from '../../components/empty-state.tsx'
import { Facts } from '../../components/facts.tsx'
import { readableContent } from './content.ts'
import type { DeadLetter } from './dead-letters.ts'
import { serviceMap } from './services.ts'

interface DeadLetterDrawerProps {
  isOpen: boolean
  /** Undefined when it is not in the dead letter queue any more. */
  deadLetter: DeadLetter | undefined
  isBusy: boolean
  onReplay: (deadLetter: DeadLetter) => void
  onClose: () => void
}

/** All fields of a dead letter, with its content. */
export default function DeadLetterDrawer({
  isOpen,
  deadLetter,
  isBusy,
  onReplay,
  onClose,
}: DeadLetterDrawerProps) {
  return (
    <Drawer
      title={deadLetter ? `${deadLetter.event} in ${serviceMap[deadLetter.service].label}` : 'Dead Letter'}
      size={720}
      open={isOpen}
      onClose={onClose}
      extra={
        deadLetter && (
          <Button
            type="primary"
            icon={<RedoOutlined aria-hidden />}
            loading={isBusy}
            onClick={() => onReplay(deadLetter)}
          >
            Replay
          </Button>
        )
      }
    >
      {deadLetter ? (
        <Contents deadLetter={deadLetter} />
      ) : (
        <EmptyState title="Not Here Any More" hint="This message was replayed, or processed meanwhile." />
      )}
    </Drawer>
  )
}

function Contents({ deadLetter }: { deadLetter: DeadLetter }) {
  const { text, isJson, isCut } = useMemo(() => readableContent(deadLetter.content), [deadLetter.content])
  return (
    <>
      <Facts
        facts={{
          Reason: <p className="letter-reason-full">{deadLetter.reason}</p>,
          Failed: formatDateTime(deadLetter.failedAt),
          Tries: deadLetter.failures,
          'Message id': <Copyable text={deadLetter.id} what="message id" />,
        }}
      />
      <div className="letter-content-head">
        <h3>Content</h3>
        {!isJson && <span className="hint">As it stands on the broker</span>}
        {isCut && <span className="hint">The beginning; Copy takes all of it</span>}
        <Typography.Text copyable={{ text: deadLetter.content, tooltips: ['Copy content', 'Copied'] }} />
      </div>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a scrollable area must be reachable by keyboard. */}
      <pre className="raw-content letter-content" tabIndex={0}>
        {text}
      </pre>
    </>
  )
}
