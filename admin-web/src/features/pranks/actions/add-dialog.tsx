import type { AdminPrank } from '@prankpost/contracts/prank'
import { useState } from 'react'
import { ActionDialog, useAction } from '../../../components/action-dialog.tsx'
import { addPrank, refreshPranks } from '../api.ts'
import { emptyForm, inputOf, isComplete } from '../prank-form.ts'
import { FormFields } from './form-fields.tsx'

/** Adds a prank. Names are unique, so that sending it again cannot add it twice. */
export function AddDialog(props: { onClose: () => void; onAdded: (prank: AdminPrank) => void }) {
  const [form, setForm] = useState(emptyForm)
  const action = useAction({
    act: () => addPrank(inputOf(form)),
    done: ({ name }) => ['Prank Added', name],
    onDone: props.onAdded,
    refresh: refreshPranks,
  })
  return (
    <ActionDialog
      title="Add a prank"
      submitLabel="Add Prank"
      action={action}
      isReady={isComplete(form)}
      unknownOutcome="It is not known whether the prank was added. Look for it in the list, or send it again."
      onClose={props.onClose}
    >
      <FormFields
        form={form}
        disabled={action.isPending}
        onChange={(part) => setForm((before) => ({ ...before, ...part }))}
      />
    </ActionDialog>
  )
}
