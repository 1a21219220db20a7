import { RedoOutlined } from '@ant-design/icons'
import { formatDateTime } from '@prankpost/web-kit'
import { Button, Drawer, Typography } from 'antd'
import { useMemo } from 'react'
import { EmptyState } from '../../components/empty-state.tsx'
import { readableContent } from './content.ts'
import type { Letter } from './letters.ts'
import { serviceMap } from './services.ts'

interface LetterDrawerProps {
  isOpen: boolean
  /** Undefined where it does not lie there any more. */
  letter: Letter | undefined
  isBusy: boolean
  onReplay: (letter: Letter) => void
  onClose: () => void
}

/** One dead letter in full: why it failed, and what it says. */
export default function LetterDrawer({ isOpen, letter, isBusy, onReplay, onClose }: LetterDrawerProps) {
  return (
    <Drawer
      title={letter ? `${letter.event} in ${serviceMap[letter.service].label}` : 'Dead Letter'}
      size={720}
      open={isOpen}
      onClose={onClose}
      extra={
        letter && (
          <Button
            type="primary"
            icon={<RedoOutlined aria-hidden />}
            loading={isBusy}
            onClick={() => onReplay(letter)}
          >
            Replay
          </Button>
        )
      }
    >
      {letter ? (
        <Contents letter={letter} />
      ) : (
        <EmptyState title="Not Here Any More" hint="This message was sent again, or taken in meanwhile." />
      )}
    </Drawer>
  )
}

function Contents({ letter }: { letter: Letter }) {
  const { text, isJson, isCut } = useMemo(() => readableContent(letter.content), [letter.content])
  return (
    <>
      <dl className="letter-facts">
        <div>
          <dt>Reason</dt>
          <dd className="letter-reason-full">{letter.reason}</dd>
        </div>
        <div>
          <dt>Failed</dt>
          <dd>{formatDateTime(letter.failedAt)}</dd>
        </div>
        <div>
          <dt>Tries</dt>
          <dd>{letter.failures}</dd>
        </div>
        <div>
          <dt>Message id</dt>
          <dd>
            <Typography.Text copyable={{ tooltips: ['Copy message id', 'Copied'] }}>
              {letter.id}
            </Typography.Text>
          </dd>
        </div>
      </dl>
      <div className="letter-content-head">
        <h3>Content</h3>
        {!isJson && <span className="hint">As it stands on the broker</span>}
        {isCut && <span className="hint">The beginning; Copy takes all of it</span>}
        <Typography.Text copyable={{ text: letter.content, tooltips: ['Copy content', 'Copied'] }} />
      </div>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls has to be reachable by keys. */}
      <pre className="raw-content letter-content" tabIndex={0}>
        {text}
      </pre>
    </>
  )
}
