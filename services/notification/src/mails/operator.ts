import type { EventData, MailOrder } from '@prankpost/contracts'
import { formatDate, formatMoney } from './format.ts'
import { hello, type MailContent, type MailText, mail } from './layout.ts'
import type { About, AboutOrder } from './occasion.ts'

const ofOrder = (order: MailOrder | null) => (order === null ? '' : ` of order ${order.orderNumber}`)

/** Reports to the operator that a refund failed: the customer did not get the money. */
export function refundFailedMail({
  order,
  event,
  publicUrl,
}: AboutOrder<EventData<'refund-changed'>, MailOrder | null>): MailText {
  const { amountCents, failureReason, stripeRefundId, paymentIntentId, at } = event
  return {
    subject: `A refund${ofOrder(order)} failed`,
    preview: `The refund of ${formatMoney(amountCents)} did not reach the customer.`,
    parts: [
      {
        facts: [
          ['Order', order?.orderNumber ?? null],
          ['Amount', formatMoney(amountCents)],
          ['Reason', failureReason],
          ['Payment at Stripe', paymentIntentId],
          ['Refund at Stripe', stripeRefundId],
          ['Time', formatDate(new Date(at))],
        ],
      },
      'What to do: find the order in the admin, refund it again or pay the customer in another way, and mark the failed refund as handled.',
      { button: 'Open the admin', url: `${publicUrl}/admin` },
    ],
  }
}

/** Reports to the operator that a cardholder's bank opened a dispute. */
export function disputeOpenedMail({
  order,
  event,
  publicUrl,
}: AboutOrder<EventData<'dispute-changed'>, MailOrder | null>): MailText {
  const { amountCents, reason, disputeId, paymentIntentId, at } = event
  return {
    subject: `A dispute${ofOrder(order)} was opened`,
    preview: `A bank disputes a payment of ${formatMoney(amountCents)}. Parcels that are not sent yet are held.`,
    parts: [
      {
        facts: [
          ['Order', order?.orderNumber ?? null],
          ['Amount', formatMoney(amountCents)],
          ['Reason', reason],
          ['Dispute at Stripe', disputeId],
          ['Payment at Stripe', paymentIntentId],
          ['Time', formatDate(new Date(at))],
        ],
      },
      "What to do: answer the dispute in Stripe's dashboard before its deadline, or accept it there. The admin shows the order and its parcels.",
      { button: 'Open the admin', url: `${publicUrl}/admin` },
    ],
  }
}

/** Reports to the operator that the stock of a prank is low. */
export function stockLowMail({
  event: { name, left, at },
  publicUrl,
}: About<EventData<'stock-low'>>): MailText {
  return {
    subject: left === 0 ? `${name} is sold out` : `Only ${left} of ${name} left`,
    preview: left === 0 ? `${name} is sold out: the store does not sell it.` : `The stock of ${name} is low.`,
    parts: [
      {
        facts: [
          ['Prank', name],
          ['Left', String(left)],
          ['Time', formatDate(new Date(at))],
        ],
      },
      'What to do: set the new stock in the admin once you have more. You get this mail again when it is low after that.',
      { button: 'Open the admin', url: `${publicUrl}/admin?tab=pranks` },
    ],
  }
}

/** Reports to the operator that a customer answered in a thread. The text is read in the admin only. */
export function messageAnsweredMail({
  event: { messageId, at },
  publicUrl,
}: About<EventData<'message-replied'>>): MailText {
  return {
    subject: 'A customer answered',
    preview: 'A customer answered in the thread of a message, which is new again.',
    parts: [
      { facts: [['Time', formatDate(new Date(at))]] },
      'You get no further mail about this thread until it was answered.',
      { button: 'Open the thread', url: `${publicUrl}/admin?tab=mail&message=${messageId}` },
    ],
  }
}

/** The mail with the link of an invitation. */
export function operatorInvitedMail({
  to,
  name,
  url,
}: {
  to: string
  name: string
  url: string
}): MailContent {
  return mail({
    to,
    subject: 'You are invited to the admin',
    greeting: hello(name),
    preview: 'You are invited to work in the admin. Please follow this link to set your password:',
    parts: [
      { button: 'Set my password', url },
      'The link works for 7 days and once. If you have an account already, your current password works until you set a new one.',
      'You do not know what this is about? You can ignore this mail.',
    ],
  })
}
