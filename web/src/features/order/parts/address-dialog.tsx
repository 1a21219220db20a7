import { zodResolver } from '@hookform/resolvers/zod'
import { checkedPostalAddress, type PostalAddress } from '@prankpost/contracts/contact'
import type { CustomerOrder } from '@prankpost/contracts/customer-order'
import { errorText } from '@prankpost/web-kit'
import { useIsShown } from '@prankpost/web-kit/use-is-shown'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { FormProvider, type UseFormReturn, useForm } from 'react-hook-form'
import { AddressFields, type AddressValues } from '../../../components/address-fields.tsx'
import { Button } from '../../../components/button.tsx'
import Dialog, { type OpenState } from '../../../components/dialog.tsx'
import { Failure } from '../../../components/failure.tsx'
import { useDraft } from '../../../components/use-draft.ts'
import { parcelAddressDraft } from '../../../lib/drafts.ts'
import { setFieldErrors } from '../../../lib/field-errors.ts'
import { isSameTarget, type Target } from '../../../lib/local-targets.ts'
import { useTargetChanges } from '../../../lib/target-changes.ts'
import { useTargets } from '../../../lib/targets.ts'
import { toast, toastError } from '../../../lib/toasts.ts'
import { changeAddress, type OrderItem, orderQuery } from '../api.ts'

interface AddressDialogProps extends OpenState {
  order: CustomerOrder
  item: OrderItem
}

const draftOf = (order: CustomerOrder, item: OrderItem) => parcelAddressDraft(`${order.id}-${item.id}`)

const notSaved = 'The address could not be saved. Please try again.'

/** The dialog to correct the address of a parcel, and of its target in the address book. */
export default function AddressDialog({ open, onOpenChange, order, item }: AddressDialogProps) {
  const change = (isOpen: boolean) => {
    if (!isOpen) draftOf(order, item).clear()
    onOpenChange(isOpen)
  }
  return (
    <Dialog
      open={open}
      onOpenChange={change}
      title="Edit address"
      description={`Where the ${item.prankName} of order ${order.number} goes. US addresses only.`}
    >
      <AddressForm order={order} item={item} onDone={() => change(false)} />
    </Dialog>
  )
}

function AddressForm({ order, item, onDone }: { order: CustomerOrder; item: OrderItem; onDone: () => void }) {
  const [failure, setFailure] = useState<unknown>(null)
  const [start] = useState(() => addressOf(item))
  const save = useSave(order, item)
  const { targets } = useTargets()
  const target = targets.find(({ id }) => id === item.contactId)
  const form = useForm({
    resolver: zodResolver(checkedPostalAddress),
    // The initial values are plain strings; the contract's schema validates the state's code.
    defaultValues: start as never,
  })
  const isShown = useIsShown()
  const [draft] = useState(() => draftOf(order, item))
  useDraft(form, draft)
  const [alsoTarget, setAlsoTarget] = useState<boolean | null>(null)
  const isTargetWanted = alsoTarget ?? Boolean(target && isSameTarget(target, { ...target, ...start }))

  const submit = form.handleSubmit(async (address) => {
    setFailure(null)
    try {
      await save(address, isTargetWanted ? target : undefined)
      if (isShown.current) onDone()
    } catch (error) {
      // The customer has closed the dialog meanwhile, and would miss what it says.
      if (!isShown.current) toastError('Address Not Updated', errorText(error, notSaved))
      else if (!setFieldErrors(error, form.setError as never)) setFailure(error)
    }
  })
  return (
    <FormProvider {...(form as never as UseFormReturn<AddressValues>)}>
      <form onSubmit={submit} noValidate className="grid gap-4">
        <AddressFields />
        {target && (
          <label className="flex min-h-11 cursor-pointer items-center gap-3 font-bold">
            <input
              type="checkbox"
              className="size-6 shrink-0 accent-grape"
              checked={isTargetWanted}
              onChange={({ target: box }) => setAlsoTarget(box.checked)}
            />
            Correct it in my targets, too
          </label>
        )}
        {failure !== null && <Failure error={failure} fallback={notSaved} />}
        <div className="mt-1 actions">
          <Button onClick={onDone}>Cancel</Button>
          <Button type="submit" variant="primary" busy={form.formState.isSubmitting}>
            {form.formState.isSubmitting ? 'Saving...' : 'Save Changes'}
          </Button>
        </div>
      </form>
    </FormProvider>
  )
}

const addressOf = (item: OrderItem): AddressValues => ({
  name: item.contactName,
  address: item.contactAddress,
  address2: item.contactAddress2 ?? '',
  city: item.contactCity,
  state: item.contactState,
  zipCode: item.contactZipCode,
})

/** Saves the address on the order, then in the address book: without the second step, the order is correct all the same. */
function useSave(order: CustomerOrder, item: OrderItem) {
  const queryClient = useQueryClient()
  const changes = useTargetChanges('PATCH')
  const { queryKey } = orderQuery(order.id)
  return async (address: PostalAddress, target: Target | undefined) => {
    try {
      const changed = await changeAddress(order, item, {
        contactName: address.name,
        contactAddress: address.address,
        contactAddress2: address.address2,
        contactCity: address.city,
        contactState: address.state,
        contactZipCode: address.zipCode,
      })
      // A read that began before would show the former address until the next one.
      await queryClient.cancelQueries({ queryKey })
      queryClient.setQueryData(queryKey, changed)
    } catch (error) {
      // It may have been packed in the meantime: then the page shows that.
      void queryClient.invalidateQueries({ queryKey })
      throw error
    }
    void queryClient.invalidateQueries({ queryKey: ['prank-history'] })
    try {
      if (target) await changes.edit(target, { ...target, ...address })
      toast({ title: 'Address Updated', description: `We post it to ${address.name}, ${address.address}.` })
    } catch {
      toastError(
        'Target Not Updated',
        'The parcel has the new address, but your target still has the old one.',
      )
    }
  }
}
