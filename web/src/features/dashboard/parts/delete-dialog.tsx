import { zodResolver } from '@hookform/resolvers/zod'
import { deleteAccountInput } from '@prankpost/contracts/customer-data'
import { useQueryClient } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { useForm } from 'react-hook-form'
import { Button } from '../../../components/button.tsx'
import Dialog, { type OpenState } from '../../../components/dialog.tsx'
import { Failure } from '../../../components/failure.tsx'
import { Field } from '../../../components/field.tsx'
import { usePasswordEye } from '../../../components/password-eye.tsx'
import { deletionReceiptSlot } from '../../../lib/deletion-receipt.ts'
import { paths } from '../../../lib/paths.ts'
import { forgetCustomer } from '../../../lib/sign-out.ts'
import { deleteAccount } from '../customer-data.ts'

/**
 * Explains what is deleted and what is kept, and deletes the account after its password was entered. It stays open while the
 * account is being deleted.
 */
export default function DeleteDialog({ open, onOpenChange }: OpenState) {
  const [isBusy, setBusy] = useState(false)
  return (
    <Dialog
      open={open}
      onOpenChange={(next) => !isBusy && onOpenChange(next)}
      title="Delete My Account"
      description="This cannot be undone: a deleted account cannot be restored, not even by us."
    >
      <div className="grid gap-4">
        <Part title="What goes, at once">
          <li>Your name, email address and password.</li>
          <li>Your targets, achievements and messages to us.</li>
          <li>Names, addresses and notes on your orders.</li>
          <li>Your subscription: it is cancelled, and no future payments are charged.</li>
        </Part>
        <Part title="What stays, and why">
          <li>Dates and amounts of your orders, without your name: tax law asks for our books.</li>
          <li>Payment records at Stripe, our card payment provider, by its own rules.</li>
        </Part>
        <Part title="What is still on its way">
          <li>Parcels that have left arrive as planned.</li>
          <li>
            Orders that you have paid are still sent. Their addresses go as soon as they have left, after 90
            days at the latest, or a week after a later day that you chose.
          </li>
        </Part>
        <DeletionForm onKeep={() => onOpenChange(false)} onBusy={setBusy} />
      </div>
    </Dialog>
  )
}

function Part({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section>
      <h3 className="text-lg">{title}</h3>
      <ul className="mt-1 grid list-disc gap-1 pl-5 marker:text-pop-deep">{children}</ul>
    </section>
  )
}

function DeletionForm({ onKeep, onBusy }: { onKeep: () => void; onBusy: (isBusy: boolean) => void }) {
  const queryClient = useQueryClient()
  const [failure, setFailure] = useState<unknown>(null)
  const { register, handleSubmit, setFocus, formState } = useForm<{ password: string; confirmation: string }>(
    {
      resolver: zodResolver(deleteAccountInput) as never,
      defaultValues: { password: '', confirmation: '' },
    },
  )
  const { errors, isSubmitting } = formState
  const eye = usePasswordEye()

  const remove = handleSubmit(async ({ password }) => {
    setFailure(null)
    onBusy(true)
    try {
      deletionReceiptSlot.set(await deleteAccount({ password, confirmation: 'DELETE' }))
      forgetCustomer(queryClient)
      // A full page load, as after sign-in: no state of the deleted account stays in memory.
      window.location.assign(paths.dashboard)
    } catch (error) {
      onBusy(false)
      setFailure(error)
      setFocus('password', { shouldSelect: true })
    }
  })

  return (
    <form onSubmit={remove} noValidate className="grid gap-4 border-ink border-t-2 pt-4">
      <Field
        label="Your Password"
        required
        autoComplete="current-password"
        {...eye}
        error={errors.password?.message}
        {...register('password')}
      />
      <Field
        label="Type DELETE to confirm"
        required
        autoComplete="off"
        autoCapitalize="characters"
        spellCheck={false}
        error={errors.confirmation?.message}
        {...register('confirmation')}
      />
      {failure !== null && (
        <Failure error={failure} fallback="Your account could not be deleted. Please try again." />
      )}
      <div className="actions">
        <Button variant="primary" onClick={onKeep} disabled={isSubmitting}>
          Keep Account
        </Button>
        <Button type="submit" variant="danger" busy={isSubmitting}>
          {isSubmitting ? 'Deleting...' : 'Delete My Account'}
        </Button>
      </div>
    </form>
  )
}
