import { errorText } from '@prankpost/web-kit'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { Button } from '../../../components/button.tsx'
import { Failure } from '../../../components/failure.tsx'
import { toast, toastError } from '../../../lib/toasts.ts'
import { type Plan, subscriptionsQuery } from '../subscriptions.ts'

interface ConfirmationProps {
  children: ReactNode
  label: string
  busyLabel: string
  disabled?: boolean
  /** Saves the change and returns the changed plan. */
  save: () => Promise<Plan>
  /** The toast for the changed plan. */
  saved: (plan: Plan) => { title: string; description: string }
  onDone: () => void
  /** While a change is being saved, its dialog cannot be closed. */
  onBusy: (busy: boolean) => void
}

/** The content of a dialog with its two buttons: saves a change of a plan, shows why it failed, or a toast. */
export function Confirmation({
  children,
  label,
  busyLabel,
  disabled,
  save,
  saved,
  onDone,
  onBusy,
}: ConfirmationProps) {
  const queryClient = useQueryClient()
  const { queryKey } = subscriptionsQuery
  const { mutate, isPending, error } = useMutation({
    mutationFn: async () => {
      onBusy(true)
      // A poll that began before the change must not undo what is shown.
      await queryClient.cancelQueries({ queryKey })
      return save()
    },
    onSuccess: (plan) => {
      queryClient.setQueryData(queryKey, (known) => known?.map((one) => (one.id === plan.id ? plan : one)))
      toast(saved(plan))
      onDone()
    },
    onError: (failure) =>
      toastError('Plan Not Changed', errorText(failure, 'Your plan could not be changed. Please try again.')),
    onSettled: () => {
      onBusy(false)
      // Also after a failure: the plan may have ended or become past due in the meantime.
      void queryClient.invalidateQueries({ queryKey })
    },
  })
  return (
    <div className="grid gap-4">
      {children}
      {error && <Failure error={error} fallback="Your plan could not be changed. Please try again." />}
      <div className="mt-1 actions">
        <Button onClick={onDone} disabled={isPending}>
          Back
        </Button>
        <Button variant="primary" busy={isPending} disabled={disabled} onClick={() => mutate()}>
          {isPending ? busyLabel : label}
        </Button>
      </div>
    </div>
  )
}
