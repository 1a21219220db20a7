import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Link } from 'wouter'
import { Badge } from '../../../components/badge.tsx'
import { Button, ButtonLink } from '../../../components/button.tsx'
import { preloadOn, useOnDemand } from '../../../components/on-demand.ts'
import { TitledPanel } from '../../../components/panel.tsx'
import { Reading } from '../../../components/reading.tsx'
import { SkeletonBlock } from '../../../components/skeleton.tsx'
import { paths } from '../../../lib/paths.ts'
import { isRunning, type Plan, subscriptionsPollMs, subscriptionsQuery } from '../subscriptions.ts'

const loadCancelDialog = () => import('./cancel-dialog.tsx')

/** The status of the plan, with its actions; polled every 10 seconds while it is visible. */
export function SubscriptionPanel() {
  const query = useQuery({ ...subscriptionsQuery, refetchInterval: subscriptionsPollMs })
  return (
    <TitledPanel title="Subscription Status" colour="bg-pop">
      <div className="p-5">
        <Reading
          query={query}
          failed="Your subscription could not be loaded. Please try again."
          skeleton={<SkeletonBlock className="h-44" />}
        >
          {(plans) => <Status plan={plans.find(isRunning) ?? plans[0]} />}
        </Reading>
      </div>
    </TitledPanel>
  )
}

function Status({ plan }: { plan: Plan | undefined }) {
  const active = plan && isRunning(plan)
  return (
    <div className="grid gap-5">
      <dl className="grid grid-cols-2 gap-4">
        <div>
          <dt className="mb-1 font-bold text-ink-soft">Status</dt>
          <dd>
            <Badge tone={active ? 'green' : 'grey'}>{active ? 'Active' : 'Inactive'}</Badge>
          </dd>
        </div>
        <div>
          <dt className="font-bold text-ink-soft">Monthly Pranks</dt>
          <dd className="font-display text-3xl tabular-nums">{plan?.prankCount ?? 0}</dd>
        </div>
      </dl>
      {active ? (
        <ActivePlan plan={plan} />
      ) : (
        <>
          <p>Random pranks to random targets, every month. You only wait for the phone calls.</p>
          <ButtonLink variant="primary" wide to={paths.subscribe}>
            {plan ? 'Reactivate Subscription' : 'Start Monthly Pranks'}
          </ButtonLink>
        </>
      )}
    </div>
  )
}

function ActivePlan({ plan }: { plan: Plan }) {
  const [isCancelling, setCancelling] = useState(false)
  const CancelDialog = useOnDemand(loadCancelDialog, isCancelling, setCancelling)
  return (
    <>
      <p>
        Want more pranks a month? To upgrade, cancel this subscription and buy a new plan on the{' '}
        <Link
          to={paths.subscribe}
          className="font-extrabold text-grape underline decoration-2 underline-offset-4 hover:text-grape-deep"
        >
          Premium page
        </Link>
        .
      </p>
      <Button
        className="text-tomato"
        wide
        {...preloadOn(loadCancelDialog)}
        onClick={() => setCancelling(true)}
      >
        Cancel Subscription
      </Button>
      {CancelDialog && <CancelDialog open={isCancelling} onOpenChange={setCancelling} plan={plan} />}
    </>
  )
}
