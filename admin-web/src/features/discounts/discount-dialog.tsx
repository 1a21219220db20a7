import type { Discount } from '@prankpost/contracts/discount'
import { ActionDialog, useAction } from '../../components/action-dialog.tsx'
import { ReloadOffer, useEditForm } from '../../components/edit-form.tsx'
import { addDiscount, changeDiscount, refreshDiscounts } from './api.ts'
import { formOf, inputOf, isComplete, patchOf } from './discount-form.ts'
import { FormFields } from './form-fields.tsx'

/**
 * Adds a code, or edits one. Codes are unique, and an edit is refused if another operator has changed the code meanwhile:
 * sending it again does no harm. The code can then be reloaded.
 */
export function DiscountDialog({ discount, onClose }: { discount: Discount | null; onClose: () => void }) {
  const edit = useEditForm({ item: discount, resource: 'discounts', formOf })
  const { form, item } = edit
  const patch = item !== null && isComplete(form) ? patchOf(form, item) : null
  const action = useAction({
    act: () => (discount === null ? addDiscount(inputOf(form)) : changeDiscount(discount.code, patch ?? {})),
    done: ({ code }) => [discount === null ? 'Discount Added' : 'Discount Updated', code],
    onDone: onClose,
    refresh: refreshDiscounts,
  })
  const error = edit.unsolved(action.error)
  return (
    <ActionDialog
      title={discount === null ? 'Add a discount code' : `Edit ${discount.code}`}
      submitLabel={discount === null ? 'Add Discount' : 'Save'}
      action={{ ...action, error }}
      isReady={discount === null ? isComplete(form) : patch !== null}
      unknownOutcome="It is not known whether this was saved. Send it again: that does no harm."
      onClose={onClose}
    >
      <FormFields form={form} isNew={discount === null} disabled={action.isPending} onChange={edit.change} />
      <p className="hint">
        A price never falls below $0.50, the least that can be charged. Orders and plans that were placed keep
        their prices.
      </p>
      {item !== null && <ReloadOffer error={error} onReload={edit.reload} />}
    </ActionDialog>
  )
}
