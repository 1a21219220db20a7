import type { AdminPrank } from '@prankpost/contracts/prank'
import { useState } from 'react'
import { ActionDialog, useAction } from '../../../components/action-dialog.tsx'
import { useNotify } from '../../../lib/notify.ts'
import { changePrank, refreshPranks } from '../api.ts'
import { formOf, isComplete, patchOf } from '../prank-form.ts'
import { FormFields } from './form-fields.tsx'

/** Edits a prank: sends what was changed, and is refused if another operator has changed the prank meanwhile. */
export function EditDialog({ prank, onClose }: { prank: AdminPrank; onClose: () => void }) {
  const notify = useNotify()
  const [form, setForm] = useState(() => formOf(prank))
  const patch = isComplete(form) ? patchOf(form, prank) : null
  const action = useAction({
    act: () => changePrank(prank.id, patch ?? {}),
    onDone: ({ name }) => {
      notify.success('Prank Updated', name)
      onClose()
    },
    refresh: refreshPranks,
  })
  return (
    <ActionDialog
      title={`Edit ${prank.name}`}
      submitLabel="Save"
      action={action}
      isReady={patch !== null}
      unknownOutcome="It is not known whether the change was saved. Send it again: that does no harm."
      onClose={onClose}
    >
      <FormFields
        form={form}
        disabled={action.isPending}
        onChange={(part) => setForm((before) => ({ ...before, ...part }))}
      />
      <p className="hint">
        The store shows a change within a second. Carts announce a new price before the payment; orders keep
        theirs. The stock is what is not paid for yet; without a number it is not counted.
      </p>
    </ActionDialog>
  )
}
