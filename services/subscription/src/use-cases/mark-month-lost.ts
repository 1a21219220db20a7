import type { EventData } from '@prankpost/contracts'
import { NotYet } from '@prankpost/messaging'
import type { Deps } from '../deps.ts'
import { changeWithEvents } from '../plan-events.ts'

/**
 * Marks the month of a plan whose payment a bank returned to the cardholder: nothing more of it is due. While the dispute is open
 * its parcels are held and still due. A repeat changes nothing, and a month stays lost.
 * @throws NotYet while the month is not recorded here
 */
export async function markMonthLost(
  { planId, invoiceId, status }: EventData<'dispute-changed'>,
  { outbox }: Pick<Deps, 'outbox'>,
): Promise<void> {
  if (planId === null || status !== 'lost') return
  const result = await outbox.change({ _id: planId }, ({ months }) => {
    const month = months.find((one) => one.invoiceId === invoiceId)
    if (month === undefined) throw new NotYet(`month ${invoiceId} of plan ${planId}`)
    if (month.isLost) return null
    const marked = months.map((one) => (one === month ? { ...one, isLost: true } : one))
    return changeWithEvents({ months: marked }, [])
  })
  if (result === null) throw new NotYet(`plan ${planId}`)
}
