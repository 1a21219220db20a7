import type { UnsentChoice } from '@prankpost/contracts/subscription'
import { dollars, errorText, priceCents } from '@prankpost/web-kit'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { Button } from '../../../components/button.tsx'
import { ChoiceList } from '../../../components/choice-list.tsx'
import Dialog, { type OpenState } from '../../../components/dialog.tsx'
import { Alert } from '../../../components/failure.tsx'
import { toast, toastError } from '../../../lib/toasts.ts'
import { cancelPlan } from '../plan-actions.ts'
import { type Plan, subscriptionsQuery } from '../subscriptions.ts'

const unsentChoices: { value: UnsentChoice; label: string; detail: string }[] = [
  {
    value: 'refund',
    label: 'Refund them',
    detail: 'Their share of what you paid for this month goes back to your card, pro rata.',
  },
  { value: 'send', label: 'Still send them', detail: 'They are paid, so they go out as planned. No refund.' },
]

/** Confirms the cancellation of a plan, explains its effects, and asks what happens to the unsent pranks. */
export default function CancelDialog({ open, onOpenChange, plan }: OpenState & { plan: Plan }) {
  const queryClient = useQueryClient()
  const [unsent, setUnsent] = useState<UnsentChoice>('refund')
  const { mutate, isPending, error, reset } = useMutation({
    mutationFn: () => cancelPlan(plan, unsent),
    onSuccess: async (message) => {
      toast({ title: 'Subscription Cancelled', description: message })
      await queryClient.invalidateQueries({ queryKey: subscriptionsQuery.queryKey })
      onOpenChange(false)
    },
    onError: () =>
      toastError(
        'Cancellation Failed',
        'Failed to cancel subscription. Please try again or contact support.',
      ),
  })
  const changeOpen = (next: boolean) => {
    if (isPending) return
    reset()
    setUnsent('refund')
    onOpenChange(next)
  }
  return (
    <Dialog
      open={open}
      onOpenChange={changeOpen}
      title="Cancel Subscription"
      description="Are you sure? Your targets will finally be able to sleep."
    >
      <dl className="grid grid-cols-[1fr_auto] gap-y-2 rounded-2xl border-2 border-ink bg-paper p-4 font-bold">
        <dt>Monthly Pranks</dt>
        <dd className="text-right tabular-nums">{plan.prankCount}</dd>
        <dt>Monthly Cost</dt>
        <dd className="text-right tabular-nums">{dollars(priceCents(plan.monthlyAmount))}</dd>
        <dt>Status</dt>
        <dd className="text-right">{plan.status === 'past_due' ? 'Active, payment past due' : 'Active'}</dd>
      </dl>
      <ul className="mt-4 grid list-disc gap-1.5 pl-5 marker:text-pop-deep">
        <li>Cancellation is immediate.</li>
        <li>No future payments will be charged.</li>
        <li>You can reactivate at any time with a new subscription.</li>
      </ul>
      <ChoiceList
        legend="What about the pranks of this month that are not sent yet?"
        name="unsent"
        choices={unsentChoices}
        value={unsent}
        onChange={setUnsent}
        disabled={isPending}
      />
      {error && <Alert className="mt-4">{errorText(error, 'Please try again.')}</Alert>}
      <div className="mt-6 actions">
        <Button variant="primary" onClick={() => changeOpen(false)} disabled={isPending}>
          Keep Subscription
        </Button>
        <Button variant="danger" busy={isPending} onClick={() => mutate()}>
          Cancel Subscription
        </Button>
      </div>
    </Dialog>
  )
}
