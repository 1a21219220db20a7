import { renewalConsent } from '@prankpost/contracts/consent'
import { maxPranksPerMonth } from '@prankpost/contracts/constants'
import { monthlyPrice } from '@prankpost/contracts/discount-price'
import { ApiError, dollars, errorText, isSignedOut } from '@prankpost/web-kit'
import { useSlot } from '@prankpost/web-kit/storage'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { Link } from 'wouter'
import { Button } from '../../../components/button.tsx'
import { ClosedButton } from '../../../components/closed-notes.tsx'
import { ConsentText } from '../../../components/consent-text.tsx'
import { DiscountBox } from '../../../components/discount-box.tsx'
import { Alert } from '../../../components/failure.tsx'
import { TitledPanel } from '../../../components/panel.tsx'
import { Stepper } from '../../../components/stepper.tsx'
import { promptSignIn } from '../../../lib/auth-prompt.ts'
import { codeFor, discountKey, termsFor, useDiscount } from '../../../lib/discount-check.ts'
import { note } from '../../../lib/funnel.ts'
import { leaveTo } from '../../../lib/leave-to.ts'
import { useOnReturn } from '../../../lib/on-return.ts'
import { userQuery, useSession } from '../../../lib/session.ts'
import { shopQuery, useClosure } from '../../../lib/shop.ts'
import { subscriptionChoiceOf, subscriptionChoiceSlot } from '../../../lib/subscription-choice.ts'
import { toastError } from '../../../lib/toasts.ts'
import { startPlan } from '../api.ts'

/** Selects a plan and opens its payment page. Guests sign in first; their choice is kept. */
export function PlanBuilder() {
  const { user, isPending } = useSession()
  const pranks = useSlot(subscriptionChoiceSlot)?.pranks ?? 1
  const discount = useDiscount()
  const closure = useClosure()
  const queryClient = useQueryClient()
  const listCents = monthlyPrice(pranks, null)
  const cents = monthlyPrice(pranks, termsFor('plan', discount))
  const plan = useMutation({
    mutationFn: () => startPlan(pranks, codeFor('plan')),
    onError: (error) => {
      // Read the session again: the button then asks to sign in.
      if (isSignedOut(error)) void queryClient.invalidateQueries({ queryKey: userQuery.queryKey })
      // The refusal may be about a code, or because the shop is closed.
      void queryClient.invalidateQueries({ queryKey: shopQuery.queryKey })
      void queryClient.invalidateQueries({ queryKey: discountKey })
      toastError('Subscription Error', 'Unable to set up subscription. Please try again.')
    },
  })
  useOnReturn(plan.reset)

  const isLeaving = plan.isPending || plan.isSuccess
  const choose = (count: number) => {
    // The payment page of the number that was chosen before would open.
    if (isLeaving) return
    plan.reset()
    note('planPicked')
    subscriptionChoiceSlot.set(subscriptionChoiceOf(count))
  }
  const openPaymentPage = (url: string) => {
    note('planCheckout')
    leaveTo(url)
  }
  const start = () => {
    note('planPicked')
    subscriptionChoiceSlot.set(subscriptionChoiceOf(pranks))
    // A callback of the call does not run when the customer has left the page.
    if (user) plan.mutate(undefined, { onSuccess: openPaymentPage })
    else promptSignIn()
  }
  return (
    <TitledPanel title="Your Monthly Pranks" colour="bg-sun" className="lg:sticky lg:top-24">
      <div className="grid gap-5 p-5">
        <div className="flex flex-col items-center gap-2">
          <Stepper
            label="Pranks per month"
            value={pranks}
            min={1}
            max={maxPranksPerMonth}
            onChange={choose}
          />
          <p className="font-bold text-ink-soft">
            {pranks === 1 ? '1 random prank a month' : `${pranks} random pranks a month`}
          </p>
        </div>
        <DiscountBox discount={discount} scope="plan" />
        <Price listCents={listCents} cents={cents} />
        {closure ? (
          <ClosedButton closure={closure} />
        ) : (
          <Button
            variant="loud"
            wide
            className="text-xl"
            disabled={isPending}
            busy={isLeaving}
            onClick={start}
          >
            Start Subscription
          </Button>
        )}
        <p className="text-center text-ink-soft text-sm">
          <ConsentText wording={renewalConsent(cents).wording} />
        </p>
        {plan.error && closure === null && <SetupFailed error={plan.error} />}
        <p className="text-center font-semibold text-ink-soft text-sm">
          Billed monthly by card, on the payment provider's own page. Cancel anytime.
        </p>
      </div>
    </TitledPanel>
  )
}

function Price({ listCents, cents }: { listCents: number; cents: number }) {
  return (
    <p className="flex items-baseline justify-between gap-3 border-ink/20 border-t-2 border-dashed pt-4 font-display text-2xl">
      Price
      <span className="text-3xl tabular-nums">
        {cents !== listCents && (
          <s className="mr-2 text-ink-soft text-xl">
            <span className="sr-only">List price </span>
            {dollars(listCents)}
          </s>
        )}
        {dollars(cents)}/month
      </span>
    </p>
  )
}

/** Why the setup failed, with a link to the account for customers who already have a plan. */
function SetupFailed({ error }: { error: Error }) {
  const hasPlan = error instanceof ApiError && error.status === 409
  return (
    <Alert>
      {errorText(error, 'Please try again.')}{' '}
      {hasPlan && (
        <Link to="/dashboard?tab=account" className="underline decoration-2 underline-offset-4">
          Go to your account
        </Link>
      )}
    </Alert>
  )
}
