import type { SentPranks } from '@prankpost/contracts/fulfilment'
import type { Subscription } from '@prankpost/contracts/subscription'
import type { UseQueryResult } from '@tanstack/react-query'
import { Alert, Button } from 'antd'
import { many } from '../../../lib/many.ts'
import { customerName } from '../customer.ts'

/** The number of rows in a plan's form: the parcels due of one month, or the whole month when none are due. */
export function dueOf({ prankCount, parcelsDue }: Subscription) {
  const due = Math.min(parcelsDue, prankCount)
  return { rows: due || prankCount, left: prankCount - due, earlier: parcelsDue - due }
}

/** The customer of the form, and the notices to read before shipping. */
export function Notices({ plan, sent }: { plan: Subscription; sent: UseQueryResult<SentPranks> }) {
  const { prankCount, user } = plan
  const { left, earlier } = dueOf(plan)
  return (
    <>
      <p className="ship-for">
        For <strong>{customerName(user)}</strong> <span className="hint">{user.email}</span>,{' '}
        {many(prankCount, 'prank')} per month
      </p>
      {left === prankCount && (
        <Alert
          type="warning"
          showIcon
          title={
            prankCount === 1
              ? "This month's prank has left already."
              : `All ${prankCount} of this month's pranks have left already.`
          }
          description="More can be shipped once the next month is paid; until then the server refuses it."
        />
      )}
      {left > 0 && left < prankCount && (
        <Alert type="info" showIcon title={`${left} of ${prankCount} have left this month`} />
      )}
      {earlier > 0 && (
        <Alert
          type="info"
          showIcon
          title={`${earlier} more ${earlier === 1 ? 'is' : 'are'} owed from an earlier month. The oldest go out first; open this form again for the rest.`}
        />
      )}
      {sent.isError && (
        <Alert
          type="warning"
          showIcon
          title="What the targets had lately could not be read: Shuffle cannot avoid it."
          action={
            <Button size="small" loading={sent.isFetching} onClick={() => void sent.refetch()}>
              Read Again
            </Button>
          }
        />
      )}
    </>
  )
}
