import { type EventData, isOpenEnded, type MailOrder } from '@prankpost/contracts'
import { formatLongDay, formatMoney, plural } from './format.ts'
import type { MailText } from './layout.ts'
import type { About, AboutOrder } from './occasion.ts'
import { receiptLink } from './orders.ts'

type PaidMonth = EventData<'subscription-created'>
type PlanUpdate = About<EventData<'subscription-updated'>>

/** Where a customer manages the plan and changes the card. */
const managePlan = (publicUrl: string) => `${publicUrl}/dashboard?tab=account`
const pranksOf = ({ prankCount }: { prankCount: number }) => plural(prankCount, 'prank')

const paymentFacts = ({ amountCents, month }: PaidMonth, { orderNumber }: MailOrder) =>
  [
    ['Order', orderNumber],
    ['Paid', formatMoney(amountCents)],
    ['Period', `${formatLongDay(month.periodStart)} to ${formatLongDay(month.periodEnd)}`],
  ] as const

const monthFacts = (plan: PaidMonth, order: MailOrder) =>
  [
    ...paymentFacts(plan, order),
    ['Pranks in this period', String(plan.prankCount)],
    ['Next payment', `${formatMoney(plan.amountCents)} on ${formatLongDay(plan.month.periodEnd)}`],
  ] as const

/** The confirmation of a new plan: price, interval, what it includes, and how to cancel. */
export function planStartedMail({ event: plan, order, publicUrl }: AboutOrder<PaidMonth>): MailText {
  const price = formatMoney(plan.amountCents)
  return {
    subject: 'Your plan has started',
    preview: `Thank you! Your plan is active, and we received ${price} for the first month.`,
    parts: [
      { facts: [['Price', `${price} a month`], ...monthFacts(plan, order)] },
      `The plan includes ${pranksOf(plan)} a month. It renews every month, and we charge ${price} each time, until you cancel it.`,
      'You can cancel at any time: sign in, open Account, and choose Cancel Subscription.',
      { button: 'Manage my plan', url: managePlan(publicUrl) },
      receiptLink(publicUrl, order),
      'Sit back. We do the mischief, you do the innocent face.',
    ],
  }
}

/** The receipt of a further month. One that was paid after the end of the plan is not sent, and is refunded. */
export function planChargedMail({ event: plan, order, publicUrl }: AboutOrder<PaidMonth>): MailText {
  if (plan.status === 'cancelled') {
    return {
      subject: 'Receipt for your plan',
      preview: `We received ${formatMoney(plan.amountCents)} for your plan, which had ended by then.`,
      parts: [
        { facts: paymentFacts(plan, order) },
        'The payment and the end of the plan crossed. Nothing is sent for this period, and the payment is refunded. Another mail follows once the refund is sent.',
        { button: 'See this month', url: order.url },
        receiptLink(publicUrl, order),
      ],
    }
  }
  return {
    subject: 'Receipt for your plan',
    preview: `Your plan was renewed for a month. We received ${formatMoney(plan.amountCents)}.`,
    parts: [
      { facts: monthFacts(plan, order) },
      { button: 'See this month', url: order.url },
      receiptLink(publicUrl, order),
      'You can cancel at any time: sign in, open Account, and choose Cancel Subscription.',
    ],
  }
}

/** Reports that a payment for a plan failed, and how to change the card. */
function paymentFailedMail({ event: plan, publicUrl }: PlanUpdate): MailText {
  return {
    subject: 'Your payment did not go through',
    preview: `Your card was not charged for your plan: the payment of ${formatMoney(plan.amountCents)} failed.`,
    parts: [
      'This happens when a card has expired or the bank declines a payment. We try again over the next days. Nothing is sent for this month until the payment succeeds, and if it keeps failing, the plan ends.',
      'To use another card, sign in and open Account:',
      { button: 'Change my card', url: managePlan(publicUrl) },
      'You do not want the plan any more? Cancel it in the same place, and nothing further is charged.',
    ],
  }
}

/** Reports that a failed payment succeeded after all. */
function planRecoveredMail({ event: plan, publicUrl }: PlanUpdate): MailText {
  return {
    subject: 'Your payment went through',
    preview:
      'Good news: the payment for your plan succeeded, and the plan is active again. You need to do nothing.',
    parts: [
      { facts: [['Price', `${formatMoney(plan.amountCents)} a month`]] },
      { button: 'Manage my plan', url: managePlan(publicUrl) },
      `Back to business: ${pranksOf(plan)} a month, as agreed.`,
    ],
  }
}

/** Announces the next payment. */
export function renewalDueMail({
  event: { amountCents, prankCount, renewsAt },
  publicUrl,
}: About<EventData<'subscription-renewal-due'>>): MailText {
  const price = formatMoney(amountCents)
  const day = formatLongDay(renewsAt)
  return {
    subject: `Your plan renews on ${day}`,
    preview: `We charge ${price} for the next month of your plan on ${day}. You need to do nothing.`,
    parts: [
      {
        facts: [
          ['Next payment', `${price} on ${day}`],
          ['Pranks in the next month', String(prankCount)],
        ],
      },
      'You can change, pause or cancel the plan before that day: sign in and open Account.',
      { button: 'Manage my plan', url: managePlan(publicUrl) },
    ],
  }
}

/** Reports that a plan is paused: nothing is charged until it resumes. */
function planPausedMail({ event: { pausedUntil }, publicUrl }: PlanUpdate): MailText {
  const isOpen = isOpenEnded(pausedUntil)
  return {
    subject: 'Your plan is paused',
    preview: 'Your plan takes a break: until it resumes, nothing is charged and nothing new is sent.',
    parts: [
      { facts: [['Resumes on', !pausedUntil || isOpen ? null : formatLongDay(pausedUntil)]] },
      isOpen
        ? 'It stays paused until it is resumed. To resume it, sign in and open Account.'
        : 'It resumes by itself. To resume it earlier, sign in and open Account.',
      { button: 'Manage my plan', url: managePlan(publicUrl) },
    ],
  }
}

/** Reports that a pause ended. */
function planResumedMail({ event: plan, publicUrl }: PlanUpdate): MailText {
  return {
    subject: 'Your plan is active again',
    preview: 'The break is over: your plan renews as usual again.',
    parts: [
      { facts: [['Price', `${formatMoney(plan.nextAmountCents ?? plan.amountCents)} a month`]] },
      'You can pause or cancel it again at any time: sign in and open Account.',
      { button: 'Manage my plan', url: managePlan(publicUrl) },
      'Somebody out there felt safe for a while. That was nice for them.',
    ],
  }
}

/** Confirms a change of the plan, with the new price and the day it takes effect. */
function planChangedMail({ event: plan, publicUrl }: PlanUpdate): MailText {
  const { nextPrankCount, nextAmountCents, changesAt } = plan
  return {
    subject: 'Your plan was changed',
    preview: 'We changed your plan as you asked. The month that is paid stays as it is.',
    parts: [
      {
        facts: [
          ['From', changesAt ? formatLongDay(changesAt) : 'the next period'],
          ['Pranks a month', String(nextPrankCount ?? plan.prankCount)],
          ['Price', `${formatMoney(nextAmountCents ?? plan.amountCents)} a month`],
        ],
      },
      'You can change it again, or cancel it, at any time: sign in and open Account.',
      { button: 'Manage my plan', url: managePlan(publicUrl) },
    ],
  }
}

/** The mail of each change that a plan's event reports. */
export const planUpdateMails = {
  past_due: { kind: 'payment-failed', textOf: paymentFailedMail },
  recovered: { kind: 'plan-recovered', textOf: planRecoveredMail },
  changed: { kind: 'plan-changed', textOf: planChangedMail },
  paused: { kind: 'plan-paused', textOf: planPausedMail },
  resumed: { kind: 'plan-resumed', textOf: planResumedMail },
} as const

/** What happens to the unsent part of the paid month; events of earlier versions do not say it. */
const unsentTexts = {
  refund:
    'Parcels that were already sent still arrive. If something was paid and not sent, we refund it, and another mail follows then.',
  send: 'What you have paid for is still sent, as you asked.',
  none: 'Parcels that were already sent still arrive. Nothing else is sent for this plan.',
} as const

/** Reports that a plan ended permanently. */
export function planEndedMail({
  event: { cancelledBy, at, unsent },
  publicUrl,
}: About<EventData<'subscription-cancelled'>>): MailText {
  return {
    subject: 'Your plan has ended',
    preview:
      cancelledBy === 'customer'
        ? 'As you asked, your plan is cancelled. No further payment is charged.'
        : 'Your plan has ended. No further payment is charged.',
    parts: [
      { facts: [['Ended', formatLongDay(at)]] },
      unsentTexts[unsent ?? 'none'],
      { link: 'You can see what was sent, and start a new plan at any time:', url: managePlan(publicUrl) },
      { link: 'Is this a surprise? Please write to us:', url: `${publicUrl}/support` },
    ],
  }
}
