import type { OwnHandlers } from '@prankpost/service-kit'
import type { Deps } from './deps.ts'
import { sendCodeMail } from './use-cases/send-code-mail.ts'
import { sendLinkMail } from './use-cases/send-link-mail.ts'
import { sendMessageMail, sendReplyMail } from './use-cases/send-message-mail.ts'
import { sendOperatorInvitedMail } from './use-cases/send-operator-invited-mail.ts'
import {
  sendDisputeOpenedMail,
  sendMessageAnsweredMail,
  sendRefundFailedMail,
  sendStockLowMail,
} from './use-cases/send-operator-mails.ts'
import { sendOrderCancelledMail, sendOrderPaidMail, sendRefundMail } from './use-cases/send-order-mails.ts'
import {
  sendParcelDeliveredMail,
  sendParcelReactedMail,
  sendParcelRefusedMail,
  sendParcelSentAgainMail,
  sendParcelShippedMail,
} from './use-cases/send-parcel-mails.ts'
import { sendPasswordChangedMail } from './use-cases/send-password-changed-mail.ts'
import {
  sendPaidMonthMail,
  sendPlanEndedMail,
  sendPlanUpdatedMail,
  sendRenewalDueMail,
} from './use-cases/send-plan-mails.ts'
import { sendReceiptMail } from './use-cases/send-receipt-mail.ts'

/** The message map of notification. Each event sends at most one mail, once. */
export const handlers = (deps: Deps): OwnHandlers<'notification'> => ({
  ...deps.shop.handlers,
  'mail-link-requested': ({ id, data }) => sendLinkMail(id, data, deps),
  'operator-invited': ({ id, data }) => sendOperatorInvitedMail(id, data, deps),
  'customer-erased': ({ id, data }) => sendReceiptMail(id, data, deps),
  'password-changed': ({ id, data }) => sendPasswordChangedMail(id, data, deps),
  'order-paid': ({ id, data }) => sendOrderPaidMail(id, data, deps),
  'order-cancelled': ({ id, data }) => sendOrderCancelledMail(id, data, deps),
  async 'refund-changed'({ id, data }) {
    if (data.status === 'succeeded') await sendRefundMail(id, data, deps)
    if (data.status === 'failed') await sendRefundFailedMail(id, data, deps)
  },
  async 'dispute-changed'({ id, data }) {
    if (data.status === 'open') await sendDisputeOpenedMail(id, data, deps)
  },
  'stock-low': ({ id, data }) => sendStockLowMail(id, data, deps),
  'prank-shipped': ({ id, data }) => sendParcelShippedMail(id, data, deps),
  'parcel-reacted': ({ id, data }) => sendParcelReactedMail(id, data, deps),
  'parcel-refused': ({ id, data }) => sendParcelRefusedMail(id, data, deps),
  'parcel-sent-again': ({ id, data }) => sendParcelSentAgainMail(id, data, deps),
  async 'parcel-delivered'({ id, data }) {
    if (!data.wasReported) await sendParcelDeliveredMail(id, data, deps)
  },
  'subscription-created': ({ id, data }) => sendPaidMonthMail(id, data, 'plan-started', deps),
  'subscription-renewed': ({ id, data }) => sendPaidMonthMail(id, data, 'plan-charged', deps),
  'subscription-updated': ({ id, data }) => sendPlanUpdatedMail(id, data, deps),
  'subscription-renewal-due': ({ id, data }) => sendRenewalDueMail(id, data, deps),
  'subscription-cancelled': ({ id, data }) => sendPlanEndedMail(id, data, deps),
  'contact-message-received': ({ id, data }) => sendMessageMail(id, data, deps),
  'do-not-prank-requested': ({ id, data }) => sendCodeMail(id, data, deps),
  async 'message-replied'({ id, data }) {
    if (data.from === 'operator') await sendReplyMail(id, data, deps)
    // One mail until an operator answers, however much the customer writes.
    else if (!data.wasWaiting) await sendMessageAnsweredMail(id, data, deps)
  },
})
