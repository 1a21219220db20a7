import type { EventData } from '@prankpost/contracts'
import { NotYet } from '@prankpost/messaging'
import type { Deps } from '../deps.ts'
import type { PlanMonth } from '../plan.model.ts'
import { changeWithEvents } from '../plan-events.ts'

/**
 * Marks the month of a plan whose payment a bank returned to the cardholder: nothing more of it is due. While the dispute
 * is open its parcels are held and still due. The newest decision about a dispute counts, because a bank may reverse it. A
 * repeat and a late event change nothing.
 * @throws NotYet while the month is not recorded here
 */
export async function markMonthLost(
  dispute: EventData<'dispute-changed'>,
  { outbox }: Pick<Deps, 'outbox'>,
): Promise<void> {
  const { planId, invoiceId, status } = dispute
  if (planId === null || status === 'open') return
  const result = await outbox.change({ _id: planId }, ({ months }) => {
    const month = months.find((one) => one.invoiceId === invoiceId)
    if (month === undefined) throw new NotYet(`month ${invoiceId} of plan ${planId}`)
    const marked = withDecision(month, dispute)
    if (marked === month) return null
    return changeWithEvents({ months: months.map((one) => (one === month ? marked : one)) })
  })
  if (result === null) throw new NotYet(`plan ${planId}`)
}

/** A month with the decision about a dispute; the same month when it knows this one, or a newer one. */
export function withDecision(
  month: PlanMonth,
  { disputeId, status, at }: EventData<'dispute-changed'>,
): PlanMonth {
  if (status === 'open') return month
  const { disputes = [] } = month
  const known = disputes.find(({ id }) => id === disputeId)
  const closed = { id: disputeId, isLost: status === 'lost', at: new Date(at) }
  if (known !== undefined && (known.isLost === closed.isLost || known.at >= closed.at)) return month
  return { ...month, disputes: [...disputes.filter((one) => one !== known), closed] }
}
