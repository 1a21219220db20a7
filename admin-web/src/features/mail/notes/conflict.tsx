import { Alert, Button, Space } from 'antd'
import type { Draft } from './drafts.ts'

/** Shows the notes that another operator has saved in the meantime, and lets the operator choose. */
export function Conflict({ draft, onSettle }: { draft: Draft; onSettle: (text: string) => void }) {
  const theirs = draft.theirs ?? ''
  return (
    <Alert
      type="warning"
      role="alert"
      title="Another operator has changed these notes meanwhile:"
      description={
        <>
          <blockquote className="theirs">{theirs || 'They are empty now.'}</blockquote>
          <Space wrap>
            <Button size="small" onClick={() => onSettle(theirs)}>
              Reload Theirs
            </Button>
            <Button size="small" onClick={() => onSettle(draft.text)}>
              Keep Mine
            </Button>
            {theirs !== '' && (
              <Button size="small" onClick={() => onSettle(`${theirs}\n${draft.text}`)}>
                Keep Both
              </Button>
            )}
          </Space>
        </>
      }
    />
  )
}
