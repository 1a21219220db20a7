import type { Discount } from '@prankpost/contracts/discount'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { ActionDialog } from '../../components/action-dialog.tsx'
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
  const queryClient = useQueryClient()
  const [form, setForm] = useState(() => (discount === null ? emptyForm : formOf(discount)))
  const patch = discount !== null && isComplete(form) ? patchOf(form, discount) : null
  const { mutate, isPending, error } = useMutation({
    mutationFn: () =>
      discount === null ? addDiscount(inputOf(form)) : changeDiscount(discount.code, patch ?? {}),
    onSuccess: ({ code }) => {
      notify.success(discount === null ? 'Discount Added' : 'Discount Updated', code)
      onClose()
    },
    onSettled: () => void refreshDiscounts(queryClient),
  })
  return (
    <ActionDialog
      title={discount === null ? 'Add a discount code' : `Edit ${discount.code}`}
      submitLabel={discount === null ? 'Add Discount' : 'Save'}
      isPending={isPending}
      isReady={discount === null ? isComplete(form) : patch !== null}
      error={error}
      unknownOutcome="It is not known whether this was saved. Send it again: that does no harm."
      onSubmit={() => mutate()}
      onClose={onClose}
    >
      <FormFields
        form={form}
        isNew={discount === null}
        disabled={isPending}
        onChange={(part) => setForm((before) => ({ ...before, ...part }))}
      />
      <p className="hint">
        A price never falls below $0.50, the least that can be charged. Orders and plans that were placed keep
        their prices.
      </p>
    </ActionDialog>
  )
}
