import type { Discount } from '@prankpost/contracts/discount'
import { useState } from 'react'
import { ActionDialog, useAction } from '../../components/action-dialog.tsx'
import { useNotify } from '../../lib/notify.ts'
import { addDiscount, changeDiscount, refreshDiscounts } from './api.ts'
import { emptyForm, formOf, inputOf, isComplete, patchOf } from './discount-form.ts'
import { FormFields } from './form-fields.tsx'

/**
 * Adds a code, or edits one. Codes are unique, and an edit is refused if another operator has changed the code meanwhile:
 * sending it again does no harm.
 */
export function DiscountDialog({ discount, onClose }: { discount: Discount | null; onClose: () => void }) {
  const notify = useNotify()
  const [form, setForm] = useState(() => (discount === null ? emptyForm : formOf(discount)))
  const patch = discount !== null && isComplete(form) ? patchOf(form, discount) : null
  const action = useAction({
    act: () => (discount === null ? addDiscount(inputOf(form)) : changeDiscount(discount.code, patch ?? {})),
    onDone: ({ code }) => {
      notify.success(discount === null ? 'Discount Added' : 'Discount Updated', code)
      onClose()
    },
    refresh: refreshDiscounts,
  })
  return (
    <ActionDialog
      title={discount === null ? 'Add a discount code' : `Edit ${discount.code}`}
      submitLabel={discount === null ? 'Add Discount' : 'Save'}
      action={action}
      isReady={discount === null ? isComplete(form) : patch !== null}
      unknownOutcome="It is not known whether this was saved. Send it again: that does no harm."
      onClose={onClose}
    >
      <FormFields
        form={form}
        isNew={discount === null}
        disabled={action.isPending}
        onChange={(part) => setForm((before) => ({ ...before, ...part }))}
      />
      <p className="hint">
        A price never falls below $0.50, the least that can be charged. Orders and plans that were placed keep
        their prices.
      </p>
    </ActionDialog>
  )
}
