import { SendOutlined } from '@ant-design/icons'
import type { Subscription } from '@prankpost/contracts/subscription'
import { formatDate, formatDateTime } from '@prankpost/web-kit'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Button, Drawer } from 'antd'
import { Link } from 'react-router-dom'
import { Copyable } from '../../components/copyable.tsx'
import { EmptyState } from '../../components/empty-state.tsx'
import { Waiting } from '../../components/error-state.tsx'
import { Facts } from '../../components/facts.tsx'
import { StatusBadge } from '../../components/status-badge.tsx'
import { planStatuses } from '../../components/statuses.ts'
import { useOpenItem } from '../../lib/list-state.ts'
import { useMay } from '../../lib/me.ts'
import { tabLink, useUrlParams } from '../../lib/url-params.ts'
import { planQuery } from './api.ts'
import { customerName } from './customer.ts'
import { Fulfillment, parcelsDue } from './fulfillment.tsx'
import { canShip } from './plan-card.tsx'

/** The details of the plan in the URL (`?plan=ID`), with links to its logs and orders. */
export function PlanDrawer() {
  const [planId, openPlan] = useOpenItem('plan')
  return (
    <Drawer title="Plan" size={520} open={planId !== null} destroyOnHidden onClose={() => openPlan(null)}>
      {planId !== null && <PlanDetails key={planId} planId={planId} />}
    </Drawer>
  )
}

function PlanDetails({ planId }: { planId: string }) {
  const query = useQuery(planQuery(planId, useQueryClient()))
  const plan = query.data
  if (plan) return <Details plan={plan} />
  if (plan === null)
    return <EmptyState title="No Such Plan" hint="It may have been mistyped in the address." />
  return <Waiting for={query} failed="The plan could not be loaded." />
}

function Details({ plan }: { plan: Subscription }) {
  const { stripeSubscriptionId } = plan
  const mayShip = useMay('POST /api/admin/ship-subscription-prank')
  return (
    <>
      <Facts facts={factsOf(plan)} className="facts plan-fields" />
      <nav className="plan-links" aria-label="What belongs to this plan">
        {mayShip && canShip(plan) && <ShipButton planId={plan.id} />}
        {stripeSubscriptionId && (
          <>
            <Link to={tabLink('logs', { q: stripeSubscriptionId })}>Logs of this plan</Link>
            <Link to={tabLink('orders', { q: stripeSubscriptionId })}>Orders of this plan</Link>
          </>
        )}
      </nav>
    </>
  )
}

const factsOf = (plan: Subscription) => ({
  Status: <StatusBadge statuses={planStatuses} value={plan.status} />,
  Fulfilment: <Fulfillment plan={plan} />,
  Parcels: parcelsDue(plan),
  'Last shipped': formatDateTime(plan.lastFulfillmentDate),
  'Pranks per month': plan.prankCount,
  'Monthly amount': `$${plan.monthlyAmount}`,
  Started: formatDateTime(plan.createdAt),
  'Paid until': formatDate(plan.currentPeriodEnd),
  Cancelled: formatDateTime(plan.cancelledAt),
  'Last updated': formatDateTime(plan.updatedAt),
  Customer: customerName(plan.user),
  Email: <Copyable text={plan.user.email} />,
  'User id': <Copyable text={plan.userId} />,
  'Plan id': <Copyable text={plan.id} />,
  'Subscription id': <Copyable text={plan.stripeSubscriptionId} />,
})

/** Opens the ship form in place of the details, with one change of the URL. */
function ShipButton({ planId }: { planId: string }) {
  const [, changeParams] = useUrlParams()
  const ship = () =>
    changeParams(
      (next) => {
        next.delete('plan')
        next.set('ship', planId)
      },
      { replace: true },
    )
  return (
    <Button type="primary" icon={<SendOutlined aria-hidden />} onClick={ship}>
      Ship Pranks for This Month
    </Button>
  )
}
