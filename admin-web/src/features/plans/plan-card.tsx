import { SendOutlined } from '@ant-design/icons'
import type { Subscription } from '@prankpost/contracts/subscription'
import { formatDate, shortId } from '@prankpost/web-kit'
import { Button, Typography } from 'antd'
import { type HTMLAttributes, memo, type Ref } from 'react'
import { CopyableId, ProviderId } from '../../components/copyable.tsx'
import { StatusBadge } from '../../components/status-badge.tsx'
import { planStatuses } from '../../components/statuses.ts'
import { Time } from '../../components/time.tsx'
import { many } from '../../lib/many.ts'
import { useMay } from '../../lib/me.ts'
import { customerName } from './customer.ts'
import { Fulfillment, parcelsDue } from './fulfillment.tsx'

interface ContentProps {
  plan: Subscription
  onOpen: (id: string) => void
  onShip: (id: string) => void
}

interface PlanCardProps extends ContentProps {
  rowProps: HTMLAttributes<HTMLElement> & { ref: Ref<HTMLElement> }
}

/** Whether parcels can be shipped for a plan: after it has ended only those that the customer still wants. */
export const canShip = ({ status, parcelsDue: due }: Subscription) => status !== 'cancelled' || due > 0

/** A summary of a plan: parcels due, plan and customer. */
export function PlanCard({ rowProps, ...content }: PlanCardProps) {
  return (
    <article className="card" aria-labelledby={titleIdOf(content.plan)} {...rowProps}>
      <Content {...content} />
    </article>
  )
}

const titleIdOf = ({ id }: Subscription) => `plan-${id}`

/** Renders again only when the plan changes, so that moving through fifty cards with j and k is fast. */
const Content = memo(function Content({ plan, onOpen, onShip }: ContentProps) {
  const { id, user, prankCount, parcelsDue: due } = plan
  const mayShip = useMay('POST /api/admin/ship-subscription-prank')
  return (
    <>
      <header className="card-head">
        <h2 id={titleIdOf(plan)} title={id}>
          Plan {shortId(id)}
        </h2>
        <Typography.Text copyable={{ text: id, tooltips: ['Copy plan id', 'Copied'] }} />
        <StatusBadge statuses={planStatuses} value={plan.status} />
        <Fulfillment plan={plan} />
        <strong className={dueClass(plan)}>{parcelsDue(plan)}</strong>
        <span className="card-actions">
          <Button onClick={() => onOpen(id)}>Details</Button>
          {mayShip && canShip(plan) && (
            <Button
              type={due > 0 ? 'primary' : 'default'}
              icon={<SendOutlined aria-hidden />}
              onClick={() => onShip(id)}
            >
              Ship Pranks for This Month
            </Button>
          )}
        </span>
      </header>
      <div className="plan-facts">
        <p>
          <strong>{customerName(user)}</strong> <span className="hint">{user.email}</span>
        </p>
        <p>
          ${plan.monthlyAmount} per month, {many(prankCount, 'prank')} per month
        </p>
        <p>
          Started <time dateTime={plan.createdAt}>{formatDate(plan.createdAt)}</time>
        </p>
        <p>
          User <CopyableId id={plan.userId} what="user id" />
        </p>
        <p>
          Subscription{' '}
          {plan.stripeSubscriptionId === null ? (
            <span className="hint">None</span>
          ) : (
            <ProviderId id={plan.stripeSubscriptionId} what="subscription id" />
          )}
        </p>
        <p className="hint">
          Last updated <Time at={plan.updatedAt} />
        </p>
      </div>
    </>
  )
})

function dueClass({ parcelsDue: due, fulfillmentStatus }: Subscription) {
  if (due === 0) return 'hint'
  return fulfillmentStatus === 'red' ? 'plan-overdue' : undefined
}
