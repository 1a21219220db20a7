import type { ContactMessage } from '@prankpost/contracts/support'
import { Button, Input } from 'antd'
import { useId } from 'react'
import { useMay } from '../../../lib/me.ts'
import { Conflict } from './conflict.tsx'
import type { Draft } from './drafts.ts'
import { useNotes } from './use-notes.ts'

const phaseLabels: Record<Draft['phase'], string> = {
  waiting: 'Not saved yet',
  saving: 'Saving...',
  failed: 'Not saved',
  conflict: 'Not saved',
}

/** 'Admin Notes': saves automatically, and shows the state of the save. */
export function NotesField({ message }: { message: ContactMessage }) {
  const fieldId = useId()
  const mayChange = useMay('PUT /api/admin/contact-messages/:id')
  const { text, draft, write, save, settle } = useNotes(message)
  return (
    <div className="notes">
      <div className="notes-head">
        <label htmlFor={fieldId}>Admin Notes</label>
        {draft && <span className="hint">{phaseLabels[draft.phase]}</span>}
        {draft?.phase === 'failed' && (
          <Button size="small" onClick={save}>
            Save Again
          </Button>
        )}
      </div>
      <Input.TextArea
        id={fieldId}
        className="notes-text"
        rows={1}
        maxLength={5000}
        readOnly={!mayChange}
        value={text}
        onChange={({ target }) => write(target.value)}
        onBlur={save}
      />
      {draft?.phase === 'conflict' && <Conflict draft={draft} onSettle={settle} />}
    </div>
  )
}
