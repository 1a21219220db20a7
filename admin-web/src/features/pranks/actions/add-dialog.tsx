import type { AdminPrank } from '@prankpost/contracts/prank'
import { useState } from 'react'
import { ActionDialog } from '../../../components/action-dialog.tsx'
import { useNotify } from '../../../lib/notify.ts'
import { addPrank } from '../api.ts'
import { emptyForm, inputOf, isComplete } from '../prank-form.ts'
import { FormFields } from './form-fields.tsx'
import { usePrankAction } from './use-prank-action.ts'

/** Adds a prank. Names are unique, so that sending it again cannot add it twice. */
export function AddDialog(props: { onClose: () => void; onAdded: (prank: AdminPrank) => void }) {
  const notify = useNotify()
  const [form, setForm] = useState(emptyForm)
  const { start, isPending, error } = usePrankAction(
    () => addPrank(inputOf(form)),
    (prank) => {
      notify.success('Prank Added', prank.name)
      props.onAdded(prank)
    },
  )
  return (
    <ActionDialog
      title="Add a prank"
      submitLabel="Add Prank"
      isPending={isPending}
      isReady={isComplete(form)}
      error={error}
      unknownOutcome="It is not known whether the prank was added. Look for it in the list, or send it again."
      onSubmit={start}
      onClose={props.onClose}
    >
      <FormFields
        form={form}
        disabled={isPending}
        onChange={(part) => setForm((before) => ({ ...before, ...part }))}
      />
    </ActionDialog>
  )
}
