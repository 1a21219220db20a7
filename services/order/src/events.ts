import type { OwnHandlers } from '@prankpost/service-kit'
import type { Deps } from './deps.ts'
import { addAllDigests } from './use-cases/add-digests.ts'
import { closePlan, closeWithdrawnMonth } from './use-cases/close-plan-months.ts'
import { holdReported } from './use-cases/hold-reported.ts'
import { keepPrice } from './use-cases/keep-price.ts'
import { markOrderPaid } from './use-cases/mark-order-paid.ts'
import { markPaymentFailed } from './use-cases/mark-payment-failed.ts'
import { noteDispute } from './use-cases/note-dispute.ts'
import { noteReferences } from './use-cases/note-references.ts'
import { noteRefund } from './use-cases/note-refund.ts'
import { noteShippedParcel } from './use-cases/note-shipped-parcel.ts'
import { recordPlanMonth } from './use-cases/record-plan-month.ts'
import { refundUnsentPranks } from './use-cases/refund-unsent-pranks.ts'
import { withdrawBlocked } from './use-cases/withdraw-blocked.ts'

/** The event handlers of order. */
export const handlers = (deps: Deps): OwnHandlers<'order'> => ({
  'prank-changed': ({ data }) => keepPrice(data, deps),
  ...deps.shop.handlers,
  ...deps.texts.handlers,
  'payment-succeeded': ({ data }) => markOrderPaid(data, deps),
  'payment-failed': ({ data }) => markPaymentFailed(data, deps),
  'refund-changed': ({ data }) => noteRefund(data, deps),
  'dispute-changed': ({ data }) => noteDispute(data, deps),
  'subscription-created': ({ data }) => recordPlanMonth({ ...data, type: 'subscription' }, deps),
  'subscription-renewed': ({ data }) => recordPlanMonth({ ...data, type: 'monthly' }, deps),
  'subscription-cancelled': ({ data }) => closePlan(data, deps),
  async 'plan-month-withdrawn'({ data }) {
    await refundUnsentPranks(data, deps)
    await closeWithdrawnMonth(data, deps)
  },
  // Imported orders have no digests at first, and the event may be about one of them. If one fails, the others do not wait for it.
  'address-blocked': ({ data }) => addAllDigests(deps).finally(() => withdrawBlocked(data, deps)),
  'address-reported': ({ data }) => addAllDigests(deps).finally(() => holdReported(data, deps)),
  'parcel-references-drawn': ({ data, time }) => noteReferences({ ...data, drawnAt: time }, deps),
  'prank-shipped': ({ data }) => noteShippedParcel(data, deps),
})
