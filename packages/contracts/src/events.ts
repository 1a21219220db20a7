import { z } from 'zod'
import { agreementInEvent } from './agreement.ts'
import { carriers } from './carrier.ts'
import { maxCartItems } from './constants.ts'
import { customerDataEvents } from './customer-data.ts'
import { cents } from './money.ts'
import { orderStatuses, orderTypes } from './order.ts'
import { parcelReference } from './parcel-reference.ts'
import { prankImage } from './prank.ts'
import { calendarDay, objectId, timestamp } from './primitives.ts'
import { disputeStatuses, refundRequest, refundStatuses } from './refund.ts'
import { screeningMatch } from './screening.ts'
import { customerServices, type ServiceName } from './services.ts'
import { shopState } from './shop.ts'
import { unsentChoices } from './subscription.ts'
import { replySenders } from './support.ts'
import { publishedText } from './text.ts'
import { mailLinkPurposes } from './user.ts'

const text = z.string().max(500)
const customer = z.object({ email: text, firstName: text, lastName: text })
const address = z.object({
  name: text,
  address: text,
  /** Events of earlier versions do not have it. */
  address2: text.nullish(),
  city: text,
  state: text,
  zipCode: text,
})
const prankOnOrder = z.object({
  id: z.string(),
  name: text,
  description: z.string().max(2000),
  tier: text,
  image: prankImage,
})
const ownerId = objectId
const stripe = z.string().max(255)
const parcelId = z.string().max(100)
const prankCount = z.int().min(1).max(5)

/** Which order it is about, and whose it is; null for a guest. */
const aboutOrder = z.object({ orderId: objectId, ownerId: ownerId.nullable() })
const aboutParcel = aboutOrder.extend({ parcelId })

/** One paid month of a plan. The invoice id is its key, regardless of who reports it. */
const paidMonth = z.object({
  invoiceId: stripe,
  paymentIntentId: stripe.nullable(),
  periodStart: timestamp,
  periodEnd: timestamp,
  paidAt: timestamp,
})

const plan = z.object({ planId: objectId, stripeSubscriptionId: stripe })

/** The common payload of all events about an Auto-Prank plan. */
const subscription = z.object({
  subscriptionId: objectId,
  ownerId,
  customer,
  stripeSubscriptionId: stripe,
  prankCount,
  amountCents: cents,
  previousStatus: z.string().nullable(),
  status: z.string(),
  at: timestamp,
})

/** A paid month of a plan, with the renewal terms that its customer agreed to. Events of earlier versions have none. */
const monthOfPlan = subscription.extend({
  month: paidMonth,
  agreement: agreementInEvent.optional(),
  /** The code, and what it took off the month. Events of earlier versions do not say it. */
  discountCode: text.nullish(),
  discountCents: cents.nullish(),
})

/** A parcel with its address. */
const parcel = z.object({
  parcelId,
  prank: prankOnOrder,
  contactId: z.string().max(100).nullable(),
  contact: address,
  quantity: z.int().min(1).max(10),
})

/** By which day it is to arrive, and until when it is shipped for that; null for as soon as possible. Earlier events do not say it. */
const planned = { arriveBy: calendarDay.nullish(), shipBy: timestamp.nullish() }

/** What was paid for: a one-time order, or a plan's month. The fields of the other one are null. */
const paidFor = z.object({
  orderId: objectId.nullable(),
  planId: objectId.nullable(),
  invoiceId: stripe.nullable(),
})

/** The parcels of a one-time order as the order knows them; a higher `parcelsRevision` replaces a lower one. */
const orderParcels = z.object({
  parcelsRevision: z.int().min(0),
  /** When the order was paid. Events of earlier versions, and those about imported orders, do not say it. */
  paidAt: timestamp.optional(),
  parcels: z
    .array(
      z.object({
        parcelId,
        contact: address,
        isWithdrawn: z.boolean(),
        /** Since when. Events of earlier versions do not say it. */
        withdrawnAt: timestamp.nullish(),
        /** What it contains. Events of earlier versions do not say it. */
        prankId: z.string().optional(),
        quantity: z.int().optional(),
        /** What operators did with it in the parcel queue. Events of earlier versions do not say it. */
        shippedAt: timestamp.nullish(),
        carrier: z.enum(carriers).nullish(),
        trackingNumber: z.string().nullish(),
        heldBecause: z.string().nullish(),
        /** What a person has to review before it is sent; null when nothing is left to review. */
        review: z.array(screeningMatch).nullish(),
        returnedAt: timestamp.nullish(),
        /** When an operator decided last to send it again; it is unsent from then until `shippedAt`. */
        sentAgainAt: timestamp.nullish(),
        ...planned,
      }),
    )
    .max(maxCartItems),
})

/** The contract of one event. */
export interface EventDefinition {
  /** What happened, in a sentence or two. */
  about: string
  /** The one service that may emit it. */
  owner: ServiceName
  /** The services that handle it; each has its own durable queue for it. */
  readers: readonly ServiceName[]
  /** The schema of the payload, parsed on emit and on receipt. */
  data: z.ZodType
  /** Default 1. Incremented with each change of the payload that readers of the previous version cannot read. */
  version?: number
  /** Converts a payload of each earlier version to the next one: outboxes, queues and journals still contain them. */
  earlier?: Readonly<Record<number, (data: unknown) => unknown>>
}

/** Every event of the system: its one owner, its readers, its payload (design, sections 2 and 4). */
export const events = {
  ...customerDataEvents,
  'session-ended': {
    about:
      'A session ended: the customer signed out, or another sign-in replaced it. Its token is invalid until it expires.',
    owner: 'auth',
    readers: customerServices,
    data: z.object({ sessionId: z.uuid(), ownerId, endedAt: timestamp, expiresAt: timestamp }),
  },
  'password-changed': {
    about: 'A new password was set: every session with an older password is invalid.',
    owner: 'auth',
    readers: [...customerServices, 'notification'],
    data: z.object({ ownerId, changedAt: timestamp }),
  },
  'sessions-ended': {
    about: 'An operator ended all sessions of a customer: every session that started before is invalid.',
    owner: 'auth',
    readers: customerServices,
    data: z.object({ ownerId, endedAt: timestamp }),
  },
  'customer-block-changed': {
    about:
      'An operator blocked a customer, who may then place no new orders, or ended the block. The newest change counts.',
    owner: 'auth',
    readers: customerServices,
    data: z.object({ ownerId, isBlocked: z.boolean(), changedAt: timestamp }),
  },
  'mail-link-requested': {
    about:
      'A customer is to receive a mail with a link. Address and link are requested when it is sent: no event contains them.',
    owner: 'auth',
    readers: ['notification'],
    data: z.object({ userId: objectId, purpose: z.enum(mailLinkPurposes), requestedAt: timestamp }),
  },
  'operator-invited': {
    about:
      'An operator was invited, or invited again to set a new password. Address and link are requested when the mail is sent: no event contains them.',
    owner: 'auth',
    readers: ['notification'],
    data: z.object({ operatorId: objectId, invitedAt: timestamp }),
  },
  'prank-changed': {
    about:
      'A prank was added or changed. `revision` increases with each change, so that late events can be ignored.',
    owner: 'catalog',
    readers: ['order'],
    data: z.object({
      prankId: objectId,
      name: text,
      description: z.string().max(2000),
      priceCents: cents,
      tier: text,
      image: prankImage,
      onSale: z.boolean(),
      /** Whether its stock is counted. Events of earlier versions do not say it. */
      isCounted: z.boolean().optional(),
      revision: z.int().min(1),
    }),
  },
  'stock-low': {
    about:
      'The stock of a prank fell to the level at which operators want to know it. Emitted once until it is set again.',
    owner: 'catalog',
    readers: ['notification'],
    data: z.object({ prankId: objectId, name: text, left: z.int(), at: timestamp }),
  },
  'shop-changed': {
    about:
      'An operator changed the settings of the shop. Contains all of them; a higher `version` replaces a lower one. Null: the default of the environment.',
    owner: 'catalog',
    readers: ['order', 'subscription', 'fulfilment', 'consent', 'notification'],
    data: shopState,
  },
  'text-published': {
    about:
      'A version of a text of the store was published: from then on customers agree to that version of the terms.',
    owner: 'catalog',
    readers: ['auth', 'order', 'subscription'],
    data: publishedText,
  },
  'contact-saved': {
    about:
      'A target was saved; `created` is false for a change. `target` is a keyed digest of name and address, the same each time the customer adds that target; changes and older events do not have it.',
    owner: 'contact',
    readers: ['achievement'],
    data: z.object({
      contactId: objectId,
      ownerId,
      created: z.boolean(),
      savedAt: timestamp,
      target: z.string().max(64).optional(),
    }),
  },
  'payment-succeeded': {
    about: 'The payment of a one-time order succeeded.',
    owner: 'payment',
    readers: ['order'],
    data: z.object({
      orderId: objectId,
      sessionId: stripe,
      paymentIntentId: stripe.nullable(),
      amountCents: cents,
      paidAt: timestamp,
    }),
  },
  'payment-failed': {
    about: 'A checkout session of a one-time order ended without a payment.',
    owner: 'payment',
    readers: ['order', 'catalog', 'consent'],
    data: z.object({
      orderId: objectId,
      sessionId: stripe,
      reason: z.enum(['expired', 'failed']),
      at: timestamp,
    }),
  },
  'refund-changed': {
    about:
      'A refund of an order or of a month was requested at Stripe, succeeded or failed. Emitted once for each of these. `refundId` is null when the refund was made in the Stripe dashboard.',
    owner: 'payment',
    readers: ['order', 'reporting', 'notification'],
    data: paidFor.extend({
      ownerId: ownerId.nullable(),
      /** The refund's id in order. */
      refundId: objectId.nullable(),
      /** Null when Stripe refused the refund. */
      stripeRefundId: stripe.nullable(),
      paymentIntentId: stripe,
      amountCents: cents,
      status: z.enum(refundStatuses),
      failureReason: text.nullable(),
      at: timestamp,
    }),
  },
  'dispute-changed': {
    about:
      "A cardholder's bank opened a dispute about a payment, or decided it. A bank may reverse its decision: the newest counts.",
    owner: 'payment',
    readers: ['order', 'fulfilment', 'subscription', 'reporting', 'notification'],
    data: paidFor.extend({
      ownerId: ownerId.nullable(),
      disputeId: stripe,
      paymentIntentId: stripe,
      amountCents: cents,
      /** Stripe's reason, such as `fraudulent`. */
      reason: text,
      status: z.enum(disputeStatuses),
      at: timestamp,
    }),
  },
  'plan-paid': {
    about: 'The first month of a plan was paid.',
    owner: 'payment',
    readers: ['subscription'],
    // The complete plan, in case subscription has lost it.
    data: plan.extend({
      ownerId,
      customer,
      prankCount,
      sessionId: stripe,
      amountCents: cents,
      month: paidMonth,
    }),
  },
  'plan-renewed': {
    about: 'A further month of a plan was paid.',
    owner: 'payment',
    readers: ['subscription'],
    data: plan.extend({
      /**
       * What the plan had when the invoice was finalized, whatever it has by now: what was billed, or the number of a change
       * in the hour between the renewal and that. Events of earlier versions do not have it.
       */
      prankCount: prankCount.nullish(),
      amountCents: cents,
      month: paidMonth,
    }),
  },
  'plan-payment-failed': {
    about: 'Stripe could not collect the payment for a month of a plan; Stripe retries it.',
    owner: 'payment',
    readers: ['subscription'],
    data: plan.extend({
      invoiceId: stripe,
      /** The beginning of the unpaid month; it shows whether a later month was paid. */
      periodStart: timestamp,
      amountCents: cents,
      attempt: z.int(),
      failedAt: timestamp,
    }),
  },
  'plan-changed': {
    about:
      'The price of a plan from its next invoice on changed at Stripe, or it was paused or resumed there, also when a pause ended by itself, or an unpaid month is not collected any more. Contains the present state; a repeat changes nothing.',
    owner: 'payment',
    readers: ['subscription'],
    data: plan.extend({
      prankCount: prankCount.nullable(),
      amountCents: cents,
      pausedUntil: timestamp.nullable(),
      /** The start of the newest unpaid month whose invoice was voided or given up. Earlier versions do not have it. */
      droppedThrough: timestamp.nullish(),
      currentPeriodEnd: timestamp,
      /** Orders the states of a plan: a later state replaces an earlier one. */
      at: timestamp,
    }),
  },
  'plan-ended': {
    about: 'A plan ended at Stripe, because we or Stripe cancelled it.',
    owner: 'payment',
    readers: ['subscription'],
    data: plan.extend({ endedAt: timestamp, endedBy: z.enum(['customer', 'stripe']) }),
  },
  'order-paid': {
    about: 'A one-time order was paid. Emitted once for each order.',
    owner: 'order',
    readers: [
      'catalog',
      'fulfilment',
      'achievement',
      'subscription-logs',
      'reporting',
      'consent',
      'notification',
    ],
    data: aboutOrder.extend({
      items: z.array(
        parcel.extend({
          priceCents: cents,
          /** Set for a parcel that a person reviews first. Events of earlier versions do not say it. */
          heldBecause: z.string().nullish(),
          review: z.array(screeningMatch).nullish(),
          ...planned,
        }),
      ),
      /** Of the state of the parcels; absent for 0. */
      parcelsRevision: z.int().min(0).optional(),
      totalCents: cents,
      /** The code, and what it took off the list prices. Events of earlier versions do not say it. */
      discountCode: text.nullish(),
      discountCents: cents.nullish(),
      customMessage: z.string().nullable(),
      paidAt: timestamp,
    }),
  },
  'order-recovered': {
    about:
      "A guest's order was assigned to the customer who owns its e-mail address. Emitted once for each order.",
    owner: 'order',
    readers: ['achievement', 'fulfilment'],
    data: z.object({
      orderId: objectId,
      ownerId,
      /** Those that count for the customer. None when the account is deleted: the event then contains no address. */
      items: z.array(parcel.extend({ priceCents: cents })),
      paidAt: timestamp,
      /** Whether order-paid was emitted before, so that there is a shipment. Events of earlier versions do not say it. */
      isAnnounced: z.boolean().optional(),
    }),
  },
  'refund-requested': {
    about:
      'The customer or the operator decided that an amount is to be refunded. Emitted once for each refund.',
    owner: 'order',
    readers: ['payment', 'reporting'],
    data: refundRequest,
  },
  'order-parcels-changed': {
    about:
      'An address of a one-time order was corrected, parcels were withdrawn before they were sent, or an operator shipped, held, released, refused, took back or sent again a parcel in the queue, or entered or removed the tracking number of a sent one. Contains the present state of all its parcels.',
    owner: 'order',
    readers: ['catalog', 'fulfilment', 'consent'],
    /** Whose order it is; null for a guest. Events of earlier versions do not say it. */
    data: orderParcels.extend({ orderId: objectId, ownerId: ownerId.nullable().optional(), at: timestamp }),
  },
  'order-cancelled': {
    about:
      'The customer or the operator cancelled a one-time order. Emitted once for each order, and once more when a parcel of it that was sent came back, was to be sent again, and was cancelled instead.',
    owner: 'order',
    readers: ['notification'],
    data: aboutOrder.extend({
      by: z.enum(['customer', 'operator']),
      refundCents: cents,
      at: timestamp,
    }),
  },
  'parcel-delivered': {
    about:
      'A parcel arrived. Emitted once for each parcel, and once more when it came back and was sent again, was reported as returned by mistake, or its delivery was taken back, or reported again after that. The newest counts.',
    owner: 'order',
    readers: ['notification', 'fulfilment'],
    data: aboutParcel.extend({
      deliveredAt: timestamp,
      /** When order reported it. Events of earlier versions do not say it. */
      at: timestamp.optional(),
      /** An earlier event reported the delivery: the customer gets no second mail. */
      wasReported: z.boolean().optional(),
      /** The operator took this delivery back: the parcel is on its way. */
      isTakenBack: z.boolean().optional(),
    }),
  },
  'parcel-reacted': {
    about:
      'The recipient of a parcel answered its sender with an emoji and perhaps a message, which no event contains. Emitted once for each parcel.',
    owner: 'order',
    readers: ['notification'],
    data: aboutParcel.extend({ at: timestamp }),
  },
  'parcel-refused': {
    about:
      'An operator refused to send a parcel that was held: it was withdrawn, and what was paid for it is refunded. Emitted once for each parcel.',
    owner: 'order',
    readers: ['notification'],
    data: aboutParcel.extend({ refundCents: cents, at: timestamp }),
  },
  'parcel-sent-again': {
    about:
      'A parcel came back, and an operator decided to send it again. No money moves. Fulfilment applies it to a parcel of a plan; those of one-time orders are also in order-parcels-changed.',
    owner: 'order',
    readers: ['notification', 'fulfilment', 'consent'],
    data: aboutParcel.extend({ at: timestamp }),
  },
  'parcel-tracking-changed': {
    about:
      'An operator entered, changed or removed the tracking number, or the carrier, of a sent parcel of a plan. Those of one-time orders are in order-parcels-changed. The newest counts.',
    owner: 'order',
    readers: ['fulfilment'],
    data: z.object({
      orderId: objectId,
      ownerId: ownerId.nullable(),
      parcelId: z.string().max(100),
      carrier: z.enum(carriers).nullable(),
      trackingNumber: z.string().nullable(),
      at: timestamp,
    }),
  },
  'order-status-changed': {
    about: 'The status of an order changed after payment. `actor` is `admin`, `customer` or a service.',
    owner: 'order',
    readers: ['catalog', 'fulfilment', 'reporting', 'consent'],
    data: aboutOrder.extend({
      type: z.enum(orderTypes),
      from: z.enum(orderStatuses),
      to: z.enum(orderStatuses),
      actor: text,
      at: timestamp,
      /** For one-time orders; events of earlier versions do not have it. */
      current: orderParcels.optional(),
    }),
  },
  'subscription-created': {
    about: 'A plan became active with its first paid month.',
    owner: 'subscription',
    readers: [
      'catalog',
      'order',
      'fulfilment',
      'achievement',
      'subscription-logs',
      'reporting',
      'notification',
    ],
    data: monthOfPlan,
  },
  'subscription-renewed': {
    about: 'A further month of a plan was paid.',
    owner: 'subscription',
    readers: ['order', 'fulfilment', 'achievement', 'subscription-logs', 'reporting', 'notification'],
    data: monthOfPlan,
  },
  'subscription-updated': {
    about: 'A plan became past due, recovered, was changed from a later period on, was paused or resumed.',
    owner: 'subscription',
    readers: ['subscription-logs', 'reporting', 'notification'],
    // The fields of a change and a pause are missing in events of earlier versions.
    data: subscription.extend({
      change: z.enum(['past_due', 'recovered', 'changed', 'paused', 'resumed']),
      nextPrankCount: prankCount.nullish(),
      nextAmountCents: cents.nullish(),
      changesAt: timestamp.nullish(),
      pausedUntil: timestamp.nullish(),
      /** Set when it recovered because the open month is not collected any more, and not because it was paid. */
      monthDropped: z.literal(true).optional(),
    }),
  },
  'subscription-renewal-due': {
    about: 'A plan is charged again in 3 days. Emitted once for each period.',
    owner: 'subscription',
    readers: ['notification'],
    data: subscription.extend({ renewsAt: timestamp }),
  },
  'plan-month-withdrawn': {
    about:
      'Parcels of a paid month of a plan are not sent any more, because the plan ended, or because its customer chose to have them sent and then deleted the account. Emitted once for each month; order refunds their share.',
    owner: 'fulfilment',
    readers: ['order'],
    data: z.object({
      subscriptionId: objectId,
      ownerId,
      invoiceId: stripe,
      unsent: z.int().min(1),
      parcelsTotal: z.int().min(1),
      at: timestamp,
    }),
  },
  'subscription-cancelled': {
    about: 'A plan ended permanently.',
    owner: 'subscription',
    readers: ['order', 'fulfilment', 'subscription-logs', 'reporting', 'notification'],
    data: subscription.extend({
      cancelledBy: z.enum(['customer', 'stripe']),
      /** What happens to the unsent pranks of paid months. Events of earlier versions do not have it: nothing is sent. */
      unsent: z.enum(unsentChoices).optional(),
    }),
  },
  'parcel-references-drawn': {
    about:
      'Parcels of a one-time order (`orderId`) or of a month (`invoiceId`) got the references that their documents show. A slot of a month that is drawn again after its label was printed gets another one: the latest counts. When the form ships a slot as it was printed, its parcel takes over the reference.',
    owner: 'fulfilment',
    readers: ['order'],
    // It contains no owner, because nothing in it is about a person.
    data: z.object({
      shipmentId: objectId,
      orderId: objectId.nullable(),
      invoiceId: stripe.nullable(),
      references: z
        .array(z.object({ parcelId, reference: parcelReference }))
        .min(1)
        .max(maxCartItems),
    }),
  },
  'prank-shipped': {
    about: "A parcel of a one-time order (`orderId`) or of a plan's month (`invoiceId`) was shipped.",
    owner: 'fulfilment',
    readers: [
      'order',
      'subscription',
      'achievement',
      'subscription-logs',
      'reporting',
      'consent',
      'notification',
    ],
    data: parcel.extend({
      shipmentId: objectId,
      ownerId: ownerId.nullable(),
      orderId: objectId.nullable(),
      subscriptionId: objectId.nullable(),
      stripeSubscriptionId: stripe.nullable(),
      invoiceId: stripe.nullable(),
      /** The parcels of this shipment that were sent so far, including this one and those that came back, and its total. */
      parcelsShipped: z.int().min(1),
      parcelsTotal: z.int().min(1),
      /** Null when it is not known; events of earlier versions do not have it. */
      carrier: z.enum(carriers).nullish(),
      trackingNumber: z.string().max(100).nullable(),
      adminNotes: z.string().max(2000).nullable(),
      shippedAt: timestamp,
    }),
  },
  'do-not-prank-requested': {
    about:
      'A recipient asked that nothing is sent to an address, and is to get the code that confirms it. Address and code are requested when the mail is sent: no event contains them.',
    owner: 'consent',
    readers: ['notification'],
    data: z.object({ requestId: objectId, requestedAt: timestamp }),
  },
  'address-blocked': {
    about:
      'An address is on the do-not-prank list: unsent parcels to it are withdrawn. Only its keyed digest is known. Emitted again when a parcel to it is paid all the same, because its payment had begun before.',
    owner: 'consent',
    readers: ['order', 'fulfilment'],
    data: z.object({ digest: z.string().max(64), at: timestamp }),
  },
  'address-reported': {
    about:
      'A recipient reported harassment: unsent parcels to the address are held for review, and none is drawn for it. Only its keyed digest is known. Emitted again when a parcel to it is paid or changed while the case is open. Nothing in it identifies the recipient or a sender.',
    owner: 'consent',
    readers: ['order', 'fulfilment'],
    data: z.object({ digest: z.string().max(64), caseId: objectId, at: timestamp }),
  },
  'contact-message-received': {
    about: 'A message of the contact form was stored.',
    owner: 'support',
    readers: ['notification'],
    // Who sent it is requested when the mail is sent: no event contains it.
    data: z.object({ messageId: objectId, receivedAt: timestamp }),
  },
  'message-replied': {
    about:
      'An operator, or the customer, replied to a message of the contact form. Emitted once for each reply.',
    owner: 'support',
    readers: ['notification'],
    data: z.object({
      messageId: objectId,
      replyId: objectId,
      from: z.enum(replySenders),
      /** Whether the customer was waiting for an answer before this reply. */
      wasWaiting: z.boolean(),
      at: timestamp,
    }),
  },
} as const satisfies Record<string, EventDefinition>

export type EventName = keyof typeof events

/** The payload of an event as handlers receive it. */
export type EventData<N extends EventName> = z.output<(typeof events)[N]['data']>

/** Names of the events that service `S` may emit. */
export type EventOwnedBy<S extends ServiceName> = {
  [N in EventName]: (typeof events)[N]['owner'] extends S ? N : never
}[EventName]

/** Names of the events that service `S` reads. */
export type EventReadBy<S extends ServiceName> = {
  [N in EventName]: S extends (typeof events)[N]['readers'][number] ? N : never
}[EventName]
