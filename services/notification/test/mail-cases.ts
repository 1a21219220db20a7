import { type EventData, type MailOrder, noPauseEnd } from '@prankpost/contracts'
import { createEmitter, type OutboxEntry } from '@prankpost/messaging'
import { newId, orderPaid as paidOrder, prankShipped, testPublicUrl } from '@prankpost/service-kit/testing'

const at = '2027-03-04T14:05:00.000Z'
const orderId = '0123456789abcdef01234567'
const invoiceId = 'in_month'

/** A target, of whom no mail says anything. */
const target = {
  name: 'Tessa Target',
  address: '12 Secret Street',
  address2: 'Apt 7',
  city: 'Hiddenville',
  state: 'OH',
  zipCode: '44101',
}
/** What no mail contains. */
export const secrets = [
  ...Object.values(target).filter((value) => value !== 'OH'),
  'secret admirer',
  'Beware',
]

const trackingNumber = '9400100000000000000000'
const trackingUrl = `https://tools.usps.com/go/TrackConfirmAction?tLabels=${trackingNumber}`

/** An order as order describes it to notification. */
export const mailOrder: MailOrder = {
  orderId,
  orderNumber: '01234567',
  type: 'once',
  totalCents: 1_497,
  discountCode: 'MARKYMARC',
  items: [
    {
      parcelId: `${orderId}-0`,
      prankName: 'Potato & <b>Friends</b>',
      quantity: 3,
      priceCents: 499,
      carrier: 'USPS',
      trackingNumber: '9400100000000000000000',
      trackingUrl: 'https://tools.usps.com/go/TrackConfirmAction?tLabels=9400100000000000000000',
      refusedBecause: 'The message reads like a threat.',
    },
  ],
  estimatedDelivery: { from: '2027-03-09', to: '2027-03-15' },
  url: `${testPublicUrl}/order-status#token=signed.token`,
}

/** The orders that order knows: a one-time order, and a month of a plan. */
export const knownOrders = (): [string, MailOrder][] => [
  [orderId, mailOrder],
  [invoiceId, { ...mailOrder, type: 'subscription' }],
]

const order = createEmitter('order')
const payment = createEmitter('payment')
const subscription = createEmitter('subscription')

const plan = (ownerId: string) => ({
  subscriptionId: newId(),
  ownerId,
  customer: { email: 'old@customers.test', firstName: 'Old', lastName: 'Name' },
  stripeSubscriptionId: 'sub_1',
  prankCount: 3,
  amountCents: 99,
  previousStatus: null,
  status: 'active',
  at,
})
const month = {
  invoiceId,
  paymentIntentId: 'pi_1',
  periodStart: '2027-03-04T14:05:00.000Z',
  periodEnd: '2027-04-04T14:05:00.000Z',
  paidAt: at,
}
const paidFor = { orderId, planId: null, invoiceId: null }

const parcel = {
  parcelId: `${orderId}-0`,
  prank: { id: 'potato', name: 'Potato' },
  contact: target,
  quantity: 3,
}

export const orderPaid = (ownerId: string | null, over: Partial<EventData<'order-paid'>> = {}) =>
  paidOrder({
    ...{ orderId, ownerId, items: [parcel], totalCents: 1_497, paidAt: at },
    customMessage: 'From your secret admirer',
    ...over,
  })

export const shipped = (ownerId: string | null, over: Partial<EventData<'prank-shipped'>> = {}) =>
  prankShipped({
    ...{ ...parcel, ownerId, orderId, parcelsTotal: 2, shippedAt: at },
    ...{ carrier: 'USPS', trackingNumber, adminNotes: 'Beware of the dog' },
    ...over,
  })

export const refundChanged = (ownerId: string | null, over: Partial<EventData<'refund-changed'>> = {}) =>
  payment('refund-changed', orderId, {
    ...paidFor,
    ownerId,
    refundId: newId(),
    stripeRefundId: 're_1',
    paymentIntentId: 'pi_1',
    amountCents: 499,
    status: 'succeeded',
    failureReason: null,
    at,
    ...over,
  })

export const disputeChanged = (over: Partial<EventData<'dispute-changed'>> = {}) =>
  payment('dispute-changed', orderId, {
    ...paidFor,
    ownerId: null,
    disputeId: 'dp_1',
    paymentIntentId: 'pi_1',
    amountCents: 1_497,
    reason: 'fraudulent',
    status: 'open',
    at,
    ...over,
  })

const cancelled = (ownerId: string, by: 'customer' | 'operator') =>
  order('order-cancelled', orderId, { orderId, ownerId, by, refundCents: 1_497, at })
export const delivered = (ownerId: string, wasReported = false) =>
  order('parcel-delivered', orderId, {
    ...{ orderId, ownerId, parcelId: `${orderId}-0`, deliveredAt: at },
    ...(wasReported && { wasReported }),
  })
type PlanUpdate = EventData<'subscription-updated'>
export const planUpdated = (
  ownerId: string,
  change: PlanUpdate['change'],
  over: Partial<PlanUpdate> = {},
): OutboxEntry => subscription('subscription-updated', ownerId, { ...plan(ownerId), change, ...over })
const planEnded = (ownerId: string, over: Partial<EventData<'subscription-cancelled'>> = {}) =>
  subscription('subscription-cancelled', ownerId, { ...plan(ownerId), cancelledBy: 'customer', ...over })

const refused = (ownerId: string) =>
  order('parcel-refused', orderId, { orderId, ownerId, parcelId: `${orderId}-0`, refundCents: 1_497, at })

/** A month that was paid after the end of its plan. */
export const paidAfterEnd = (ownerId: string) =>
  subscription('subscription-renewed', ownerId, {
    ...{ ...plan(ownerId), month, previousStatus: 'cancelled', status: 'cancelled' },
  })

/** A mail to a customer: its event, and what both of its forms contain. */
export interface MailCase {
  kind: string
  event: (ownerId: string) => OutboxEntry
  subject: string
  facts: string[]
  links: string[]
}

const account = `${testPublicUrl}/dashboard?tab=account`
const ownPage = `${testPublicUrl}/order?id=${orderId}`
const monthFacts = ['01234567', '$0.99', 'March 4, 2027 to April 4, 2027', '$0.99 on April 4, 2027']

export const mailCases: MailCase[] = [
  {
    kind: 'order-paid',
    event: orderPaid,
    subject: 'Your order 01234567 is confirmed',
    facts: [
      '$14.97',
      'MARKYMARC',
      'Tuesday, March 9 to Monday, March 15',
      'Potato & <b>Friends</b>',
      '3 × $4.99',
      'within 2 hours',
    ],
    links: [mailOrder.url, ownPage],
  },
  {
    kind: 'order-cancelled',
    event: (ownerId) => cancelled(ownerId, 'customer'),
    subject: 'Your order 01234567 is cancelled',
    facts: ['as you asked', '$14.97'],
    links: [mailOrder.url],
  },
  {
    kind: 'parcel-refused',
    event: refused,
    subject: 'We cannot send your parcel',
    facts: ['The message reads like a threat.', '$14.97', '01234567'],
    links: [mailOrder.url],
  },
  {
    kind: 'order-cancelled',
    event: (ownerId) => cancelled(ownerId, 'operator'),
    subject: 'Your order 01234567 is cancelled',
    facts: ['we had to cancel', '$14.97', 'already sent still arrives'],
    links: [mailOrder.url],
  },
  {
    kind: 'refund-sent',
    event: (ownerId) => refundChanged(ownerId),
    subject: 'Your refund of $4.99 was sent',
    facts: ['01234567', '$4.99', '10 business days'],
    links: [mailOrder.url],
  },
  {
    kind: 'parcel-shipped',
    event: (ownerId) => shipped(ownerId),
    subject: 'Your parcel is on its way',
    facts: [
      'March 4, 2027',
      '3 to 7 business days',
      'USPS',
      '9400100000000000000000',
      'Tuesday, March 9 to Monday, March 15',
      '1 of 2 parcels',
    ],
    links: [trackingUrl, mailOrder.url],
  },
  {
    kind: 'parcel-shipped',
    event: (ownerId) => shipped(ownerId, { orderId: null, invoiceId, parcelsTotal: 1 }),
    subject: 'Your parcel is on its way',
    facts: ['01234567', '9400100000000000000000'],
    links: [trackingUrl, mailOrder.url],
  },
  {
    kind: 'parcel-delivered',
    event: (ownerId) => delivered(ownerId),
    subject: 'Your parcel was delivered',
    facts: ['March 4, 2027', '01234567', '3 × Potato & <b>Friends</b>'],
    links: [mailOrder.url],
  },
  {
    kind: 'parcel-reacted',
    event: (ownerId) => order('parcel-reacted', orderId, { orderId, ownerId, parcelId: `${orderId}-0`, at }),
    subject: 'You got a reaction',
    facts: ['01234567', '3 × Potato & <b>Friends</b>', 'only what you chose to show'],
    links: [`${testPublicUrl}/dashboard?tab=history`],
  },
  {
    kind: 'parcel-sent-again',
    event: (ownerId) =>
      order('parcel-sent-again', orderId, { orderId, ownerId, parcelId: `${orderId}-0`, at }),
    subject: 'Your parcel came back: we send it again',
    facts: ['01234567', '3 × Potato & <b>Friends</b>', 'within 24 hours'],
    links: [mailOrder.url],
  },
  {
    kind: 'plan-started',
    event: (ownerId) => subscription('subscription-created', ownerId, { ...plan(ownerId), month }),
    subject: 'Your plan has started',
    facts: [...monthFacts, '$0.99 a month', '3 pranks a month', 'cancel at any time', 'Cancel Subscription'],
    links: [account, ownPage],
  },
  {
    kind: 'plan-charged',
    event: (ownerId) => subscription('subscription-renewed', ownerId, { ...plan(ownerId), month }),
    subject: 'Receipt for your plan',
    facts: monthFacts,
    links: [mailOrder.url, ownPage],
  },
  {
    kind: 'plan-charged',
    event: paidAfterEnd,
    subject: 'Receipt for your plan',
    facts: [...monthFacts.slice(0, 3), 'had ended', 'the payment is refunded'],
    links: [mailOrder.url, ownPage],
  },
  {
    kind: 'payment-failed',
    event: (ownerId) => planUpdated(ownerId, 'past_due'),
    subject: 'Your payment did not go through',
    facts: ['$0.99', 'another card'],
    links: [account],
  },
  {
    kind: 'plan-recovered',
    event: (ownerId) => planUpdated(ownerId, 'recovered'),
    subject: 'Your payment went through',
    facts: ['$0.99', '3 pranks a month'],
    links: [account],
  },
  {
    kind: 'plan-renewal-due',
    event: (ownerId) =>
      subscription('subscription-renewal-due', ownerId, { ...plan(ownerId), renewsAt: month.periodEnd }),
    subject: 'Your plan renews on April 4, 2027',
    facts: ['$0.99 on April 4, 2027', 'change, pause or cancel'],
    links: [account],
  },
  {
    kind: 'plan-paused',
    event: (ownerId) => planUpdated(ownerId, 'paused', { pausedUntil: '2027-06-04T14:05:00.000Z' }),
    subject: 'Your plan is paused',
    facts: ['June 4, 2027', 'nothing is charged'],
    links: [account],
  },
  {
    kind: 'plan-paused',
    event: (ownerId) => planUpdated(ownerId, 'paused', { pausedUntil: noPauseEnd }),
    subject: 'Your plan is paused',
    facts: ['It stays paused until it is resumed.', 'nothing is charged'],
    links: [account],
  },
  {
    kind: 'plan-resumed',
    event: (ownerId) => planUpdated(ownerId, 'resumed'),
    subject: 'Your plan is active again',
    facts: ['$0.99 a month'],
    links: [account],
  },
  {
    kind: 'plan-changed',
    event: (ownerId) =>
      planUpdated(ownerId, 'changed', {
        nextPrankCount: 5,
        nextAmountCents: 495,
        changesAt: month.periodEnd,
      }),
    subject: 'Your plan was changed',
    facts: ['April 4, 2027', '$4.95 a month', 'Pranks a month'],
    links: [account],
  },
  {
    kind: 'plan-ended',
    event: (ownerId) => planEnded(ownerId),
    subject: 'Your plan has ended',
    facts: ['As you asked', 'March 4, 2027', 'No further payment', 'Nothing else is sent'],
    links: [account, `${testPublicUrl}/support`],
  },
  {
    kind: 'plan-ended',
    event: (ownerId) => planEnded(ownerId, { cancelledBy: 'stripe', unsent: 'refund' }),
    subject: 'Your plan has ended',
    facts: ['Your plan has ended.', 'If something was paid and not sent, we refund it'],
    links: [account],
  },
  {
    kind: 'plan-ended',
    event: (ownerId) => planEnded(ownerId, { unsent: 'send' }),
    subject: 'Your plan has ended',
    facts: ['is still sent'],
    links: [account],
  },
]
