import type { OwnHandlers } from '@prankpost/service-kit'
import type { Deps } from './deps.ts'
import { disputeOpenedMail, refundFailedMail, stockLowMail } from './mails/operator.ts'
import { orderCancelledMail, orderPaidMail, refundSentMail } from './mails/orders.ts'
import {
  parcelDeliveredMail,
  parcelReactedMail,
  parcelRefusedMail,
  parcelSentAgainMail,
  parcelShippedMail,
} from './mails/parcels.ts'
import {
  planChargedMail,
  planEndedMail,
  planStartedMail,
  planUpdateMails,
  renewalDueMail,
} from './mails/plans.ts'
import { withOrder, withOrderIfAny } from './use-cases/mail-order.ts'
import { sendCodeMail } from './use-cases/send-code-mail.ts'
import { sendLinkMail } from './use-cases/send-link-mail.ts'
import { sendMessageAnsweredMail, sendMessageMail, sendReplyMail } from './use-cases/send-message-mail.ts'
import { sendOperatorInvitedMail } from './use-cases/send-operator-invited-mail.ts'
import { sendPasswordChangedMail } from './use-cases/send-password-changed-mail.ts'
import { sendReceiptMail } from './use-cases/send-receipt-mail.ts'
import { sendToCustomer } from './use-cases/send-to-customer.ts'
import { sendToOperator } from './use-cases/send-to-operator.ts'

/** The message map of notification. Each event sends at most one mail, once. */
export const handlers = (deps: Deps): OwnHandlers<'notification'> => ({
  ...deps.shop.handlers,
  'mail-link-requested': ({ id, data }) => sendLinkMail(id, data, deps),
  'operator-invited': ({ id, data }) => sendOperatorInvitedMail(id, data, deps),
  'customer-erased': ({ id, data }) => sendReceiptMail(id, data, deps),
  'password-changed': ({ id, data }) => sendPasswordChangedMail(id, data, deps),
  'order-paid': (event) => sendToCustomer('order-paid', event, withOrder(orderPaidMail), deps),
  'order-cancelled': (event) => sendToCustomer('order-cancelled', event, withOrder(orderCancelledMail), deps),
  async 'refund-changed'(event) {
    if (event.data.status === 'succeeded')
      await sendToCustomer('refund-sent', event, withOrderIfAny(refundSentMail), deps)
    if (event.data.status === 'failed')
      await sendToOperator('refund-failed', event, withOrderIfAny(refundFailedMail), deps)
  },
  async 'dispute-changed'(event) {
    if (event.data.status === 'open')
      await sendToOperator('dispute-opened', event, withOrderIfAny(disputeOpenedMail), deps)
  },
  'stock-low': (event) => sendToOperator('stock-low', event, stockLowMail, deps),
  'prank-shipped': (event) => sendToCustomer('parcel-shipped', event, withOrder(parcelShippedMail), deps),
  'parcel-reacted': (event) => sendToCustomer('parcel-reacted', event, withOrder(parcelReactedMail), deps),
  'parcel-refused': (event) => sendToCustomer('parcel-refused', event, withOrder(parcelRefusedMail), deps),
  'parcel-sent-again': (event) =>
    sendToCustomer('parcel-sent-again', event, withOrder(parcelSentAgainMail), deps),
  async 'parcel-delivered'(event) {
    if (!event.data.wasReported)
      await sendToCustomer('parcel-delivered', event, withOrder(parcelDeliveredMail), deps)
  },
  'subscription-created': (event) => sendToCustomer('plan-started', event, withOrder(planStartedMail), deps),
  'subscription-renewed': (event) => sendToCustomer('plan-charged', event, withOrder(planChargedMail), deps),
  async 'subscription-updated'(event) {
    // An operator dropped the open month: nothing was paid.
    if (event.data.monthDropped) return
    const { kind, textOf } = planUpdateMails[event.data.change]
    await sendToCustomer(kind, event, textOf, deps)
  },
  'subscription-renewal-due': (event) => sendToCustomer('plan-renewal-due', event, renewalDueMail, deps),
  'subscription-cancelled': (event) => sendToCustomer('plan-ended', event, planEndedMail, deps),
  'contact-message-received': ({ id, data }) => sendMessageMail(id, data, deps),
  'do-not-prank-requested': ({ id, data }) => sendCodeMail(id, data, deps),
  async 'message-replied'(event) {
    const { id, data } = event
    if (data.from === 'operator') await sendReplyMail(id, data, deps)
    // One mail until an operator answers, however much the customer writes.
    else if (!data.wasWaiting) await sendMessageAnsweredMail(event, deps)
  },
})
