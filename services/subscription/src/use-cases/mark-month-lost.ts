import type { EventData } from '@prankpost/contracts'
import { NotYet } from '@prankpost/messaging'
import type { Deps } from '../deps.ts'
import { changeWithEvents } from '../plan-events.ts'

/**
 * Marks the month of a plan whose payment a bank returned to the cardholder: nothing more of it is due. While the dispute is open
 * its parcels are held and still due. The newest decision about a dispute counts, because a bank may reverse it. A repeat and a late
 * event change nothing.
 * @throws NotYet while the month is not recorded here
 */
export async function markMonthLost(
  { planId, invoiceId, disputeId, status, at }: EventData<'dispute-changed'>,
  { outbox }: Pick<Deps, 'outbox'>,
): Promise<void> {
  if (planId === null || status === 'open') return
  const closed = { id: disputeId, isLost: status === 'lost', at: new Date(at) }
  const result = await outbox.change({ _id: planId }, ({ months }) => {
    const month = months.find((one) => one.invoiceId === invoiceId)
    if (month === undefined) throw new NotYet(`month ${invoiceId} of plan ${planId}`)
    const { disputes = [] } = month
    const known = disputes.find(({ id }) => id === disputeId)
    if (known !== undefined && (known.isLost === closed.isLost || known.at >= closed.at)) return null
    const decided = [...disputes.filter((one) => one !== known), closed]
    const marked = { ...month, disputes: decided, isLost: decided.some(({ isLost }) => isLost) }
    return changeWithEvents({ months: months.map((one) => (one === month ? marked : one)) }, [])
  })
  if (result === null) throw new NotYet(`plan ${planId}`)
}
