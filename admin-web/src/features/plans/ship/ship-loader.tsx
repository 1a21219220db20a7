import type { Contact } from '@prankpost/contracts/contact'
import type { Prank } from '@prankpost/contracts/prank'
import type { Subscription } from '@prankpost/contracts/subscription'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Button } from 'antd'
import { EmptyState } from '../../../components/empty-state.tsx'
import { Waiting } from '../../../components/error-state.tsx'
import { planQuery } from '../api.ts'
import { drawQuery, pranksQuery, sentQuery, targetsQuery } from './api.ts'
import type { Shippable } from './batch.ts'
import type { UnsavedForm } from './ship-dialog.tsx'
import { ShipForm } from './ship-form.tsx'

interface ShipLoaderProps {
  planId: string
  onUnsavedChange: (stake: UnsavedForm | null) => void
  onCancel: () => void
  onShipped: () => void
}

/** Reads the current data for the form, because the list that it was opened from may be hours old. */
export function ShipLoader({ planId, ...rest }: ShipLoaderProps) {
  const plan = useQuery(planQuery(planId, useQueryClient()))
  const userId = plan.data?.userId ?? ''
  const isKnown = { enabled: userId !== '' }
  const pranks = useQuery(pranksQuery)
  const targets = useQuery({ ...targetsQuery(userId), ...isKnown })
  const sent = useQuery({ ...sentQuery(userId), ...isKnown })
  const stripeId = plan.data?.stripeSubscriptionId ?? ''
  const draw = useQuery({ ...drawQuery(stripeId), enabled: stripeId !== '' })

  if (plan.isFetchedAfterMount && plan.data === null) {
    return <EmptyState title="No Such Plan" hint="It may have been mistyped in the address." />
  }
  const isFresh = plan.isFetchedAfterMount && targets.isFetchedAfterMount
  // Without its draw the form opens empty: the operator can still choose or shuffle.
  const isDrawn = stripeId === '' || draw.isFetchedAfterMount || draw.isError
  if (isFresh && isDrawn && plan.data && pranks.data && targets.data) {
    const obstacle = obstacleOf(plan.data, pranks.data, targets.data)
    const { title, hint } = obstacle ?? { title: '', hint: '' }
    if (obstacle) {
      const retry = (
        <Button
          loading={targets.isFetching}
          onClick={() => void Promise.all([targets.refetch(), pranks.refetch()])}
        >
          Check Again
        </Button>
      )
      return <EmptyState title={title} hint={hint} action={obstacle.isPermanent ? undefined : retry} />
    }
    return (
      <ShipForm
        plan={plan.data as Shippable}
        pranks={pranks.data}
        targets={targets.data}
        sent={sent}
        draw={draw.data ?? []}
        {...rest}
      />
    )
  }
  const failed = [plan, pranks, targets].find(({ isError }) => isError)
  return <Waiting for={failed ?? plan} failed="The form could not be loaded." />
}

/** Why nothing can be shipped for this plan, and whether this is permanent; null when it can be shipped. */
function obstacleOf(
  { status, parcelsDue, stripeSubscriptionId, user }: Subscription,
  pranks: Prank[],
  targets: Contact[],
) {
  if (status === 'cancelled' && parcelsDue === 0) {
    return { title: 'This Plan Has Ended', hint: 'Nothing more is shipped for it.', isPermanent: true }
  }
  if (stripeSubscriptionId === null) {
    const hint = 'The payment provider has not reported this plan yet, so no month of it is paid.'
    return { title: 'No Paid Month Yet', hint, isPermanent: true }
  }
  if (targets.length === 0) {
    const hint = `${user.email} has no targets in the address book. Ask the customer to add one, then check again.`
    return { title: 'No Targets Yet', hint, isPermanent: false }
  }
  if (pranks.length === 0) {
    return {
      title: 'No Pranks on Sale',
      hint: 'The catalog is empty: there is nothing to send.',
      isPermanent: false,
    }
  }
  return null
}
