import type { AdminCustomerDetails } from '@prankpost/contracts/admin-customer'
import { formatDateTime } from '@prankpost/web-kit'
import { randomUuid } from '@prankpost/web-kit/random-uuid'
import { Button } from 'antd'
import type { FormEvent } from 'react'
import { TextAreaField } from '../../components/text-field.tsx'
import { newDrafts, useDraft } from '../../lib/drafts.ts'
import { useMay } from '../../lib/me.ts'
import { useNotifiedAction } from '../../lib/use-notified-action.ts'
import { addNote, refreshCustomers } from './api.ts'

/** Notes that are not added yet, by customer id. A text keeps its idempotency key until it is changed. */
const drafts = newDrafts<{ text: string; key: string }>()

/** Operators' notes, latest first; the customer never sees them. */
export function Notes({ customer: { id, notes } }: { customer: AdminCustomerDetails }) {
  const draft = useDraft(drafts, id)
  const text = draft?.text ?? ''
  const { start, isPending } = useNotifiedAction({ refresh: refreshCustomers })
  const mayAdd = useMay('POST /api/admin/customers/:id/notes')
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    if (draft === undefined || text.trim() === '') return
    if (!(await start(() => addNote(id, text.trim(), draft.key), 'Note Added'))) return
    // The drawer may have been opened again meanwhile, and more may have been typed.
    if (drafts.of(id) === draft) drafts.drop(id)
  }
  return (
    <section aria-label="Notes">
      <h3>Notes</h3>
      {mayAdd && (
        <form className="customer-note" onSubmit={submit}>
          <TextAreaField
            label="New note"
            autoSize={{ minRows: 2, maxRows: 8 }}
            maxLength={2000}
            disabled={isPending}
            value={text}
            onChange={(next) => drafts.set(id, { text: next, key: randomUuid() })}
          />
          <Button htmlType="submit" loading={isPending} disabled={text.trim() === ''}>
            Add Note
          </Button>
        </form>
      )}
      {notes.length === 0 ? (
        <p className="hint">None</p>
      ) : (
        <ul className="customer-list">
          {notes.toReversed().map(({ at, by, text: note }) => (
            <li key={`${at} ${by}`}>
              <p className="card-text">{note}</p>
              <p className="hint">
                {formatDateTime(at)} by {by}
              </p>
            </li>
          ))}
        </ul>
      )}
    </section>
  )
}
