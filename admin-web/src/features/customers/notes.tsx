import type { AdminCustomerDetails } from '@prankpost/contracts/admin-customer'
import { formatDateTime } from '@prankpost/web-kit'
import { Button } from 'antd'
import type { FormEvent } from 'react'
import { TextAreaField } from '../../components/text-field.tsx'
import { useMay } from '../../lib/me.ts'
import { newTextDrafts } from '../../lib/text-drafts.ts'
import { useNotifiedAction } from '../../lib/use-notified-action.ts'
import { addNote, refreshCustomers } from './api.ts'

/** Notes that are not added yet, by customer id. */
const drafts = newTextDrafts()

/** Operators' notes, latest first; the customer never sees them. */
export function Notes({ customer: { id, notes } }: { customer: AdminCustomerDetails }) {
  // Not a state of the form, which may be opened again meanwhile.
  const text = drafts.useText(id)
  const { start, isPending } = useNotifiedAction({ refresh: refreshCustomers })
  const mayAdd = useMay('POST /api/admin/customers/:id/notes')
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    const added = text.trim()
    if (added === '') return
    if (await start(() => addNote(id, added, drafts.keyOf(id, added)), 'Note Added')) drafts.drop(id, added)
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
            onChange={(next) => drafts.set(id, next)}
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
