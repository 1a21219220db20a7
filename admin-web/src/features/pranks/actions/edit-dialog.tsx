import type { AdminPrank } from '@prankpost/contracts/prank'
import { ActionDialog, useAction } from '../../../components/action-dialog.tsx'
import { ReloadOffer, useEditForm } from '../../../components/edit-form.tsx'
import { changePrank, refreshPranks } from '../api.ts'
import { formOf, isComplete, patchOf } from '../prank-form.ts'
import { FormFields } from './form-fields.tsx'

/** Edits a prank: sends what was changed. If another operator has changed the prank meanwhile, it can be reloaded. */
export function EditDialog({ prank, onClose }: { prank: AdminPrank; onClose: () => void }) {
  const edit = useEditForm({ item: prank, resource: 'pranks', formOf })
  const { form, item } = edit
  const patch = isComplete(form) ? patchOf(form, item) : null
  const action = useAction({
    act: () => changePrank(prank.id, patch ?? {}),
    done: ({ name }) => ['Prank Updated', name],
    onDone: onClose,
    refresh: refreshPranks,
  })
  const error = edit.unsolved(action.error)
  return (
    <ActionDialog
      title={`Edit ${prank.name}`}
      submitLabel="Save"
      action={{ ...action, error }}
      isReady={patch !== null}
      unknownOutcome="It is not known whether the change was saved. Send it again: that does no harm."
      onClose={onClose}
    >
      <FormFields form={form} disabled={action.isPending} onChange={edit.change} />
      <p className="hint">
        The store shows a change within a second. Carts announce a new price before the payment; orders keep
        theirs. The stock is what is not paid for yet; without a number it is not counted.
      </p>
      <ReloadOffer error={error} onReload={edit.reload} />
    </ActionDialog>
  )
}
