import { z } from 'zod'
import { achievement } from './achievement.ts'
import { orderAgreement } from './agreement.ts'
import * as checkout from './checkout.ts'
import { contact, contactInput, contactPatch, newContactInput } from './contact.ts'
import * as order from './customer-order.ts'
import { type Endpoints, idParams } from './endpoint.ts'
import { itemParams } from './order.ts'
import { prank, prankDetails, slugParams } from './prank.ts'
import * as refund from './refund.ts'

const targets = { service: 'contact', access: 'customer', status: 200 } as const
const shop = { service: 'catalog', access: 'public', status: 200 } as const
const orders = { service: 'order', access: 'customer', status: 200 } as const
const openOrders = { service: 'order', access: 'public', status: 200 } as const
const payments = { service: 'payment', access: 'customer', status: 200 } as const

/** The endpoints for guests, customers and Stripe, except those of accounts, plans and messages. */
export const storeApi = {
  'GET /api/contacts': {
    operationId: 'listTargets',
    summary: "List the customer's targets",
    ...targets,
    answer: z.array(contact),
  },
  'POST /api/contacts': {
    operationId: 'addTarget',
    summary: 'Add a target',
    description:
      'Refused with 409 if the address book is full. With an `idempotencyKey`, repeating the call adds nothing.',
    fails: [409],
    ...targets,
    status: 201,
    body: newContactInput,
    answer: contact,
  },
  'PUT /api/contacts/:id': {
    operationId: 'replaceTarget',
    summary: 'Replace a target',
    fails: [404],
    ...targets,
    params: idParams,
    body: contactInput,
    answer: contact,
  },
  'PATCH /api/contacts/:id': {
    operationId: 'changeTarget',
    summary: 'Change fields of a target',
    fails: [404],
    ...targets,
    params: idParams,
    body: contactPatch,
    answer: contact,
  },
  'DELETE /api/contacts/:id': {
    operationId: 'removeTarget',
    summary: 'Remove a target',
    fails: [404],
    ...targets,
    status: 204,
    params: idParams,
  },

  'GET /api/pranks': {
    operationId: 'listPranks',
    summary: 'List the pranks on sale',
    description: 'The response can be cached; revalidate it with `If-None-Match`.',
    ...shop,
    answer: z.array(prank),
  },

  'GET /api/pranks/:slug': {
    operationId: 'readPrank',
    summary: 'Read a prank on sale',
    description:
      'A former slug, from before the prank was renamed, finds it too: the response has the current one. Refused with 410 if the prank is no longer on sale. The response can be cached; revalidate it with `If-None-Match`.',
    fails: [404, 410],
    ...shop,
    params: slugParams,
    answer: prankDetails,
  },

  'GET /api/delivery-dates': {
    operationId: 'listDeliveryDates',
    summary: 'List the days by which a parcel to a ZIP code can arrive',
    description:
      'Business days of the next 180 days, earliest first, computed from the days in transit, holidays and the daily cut-off.',
    ...openOrders,
    query: checkout.deliveryDatesQuery,
    answer: checkout.deliveryDatesAnswer,
  },
  'POST /api/validate-order': {
    operationId: 'validateOrder',
    summary: 'Check a cart',
    description:
      'Recalculates prices, addresses, discount and total. Stores nothing. Refused with 409 while the shop is closed.',
    fails: [409],
    ...orders,
    refusesBlocked: true,
    body: checkout.validateOrderInput,
    maxBodyBytes: checkout.orderMaxBytes,
    answer: checkout.validateOrderAnswer,
  },
  'POST /api/create-order-record': {
    operationId: 'createOrderRecord',
    summary: 'Create an unpaid order',
    description: 'Sending the same cart again returns the same order while it is unpaid.',
    fails: [409],
    ...orders,
    refusesBlocked: true,
    status: 201,
    body: checkout.createOrderRecordInput,
    maxBodyBytes: checkout.orderMaxBytes,
    answer: checkout.orderIdAnswer,
  },
  'POST /api/create-stripe-session': {
    operationId: 'createStripeSession',
    summary: 'Open the payment session of an order',
    description:
      'An order has at most one open session: a repeated call returns it, or a new one if the last expired or failed.',
    fails: [404, 409, 422],
    ...orders,
    refusesBlocked: true,
    body: checkout.createStripeSessionInput,
    answer: checkout.checkoutSessionAnswer,
  },
  'POST /api/update-order-status': {
    operationId: 'updateOrderStatus',
    summary: 'Record the checkout status of an unpaid order',
    description:
      'Only `payment_session_created`, with the created session, and `payment_session_failed` can be set.',
    fails: [404, 409],
    ...orders,
    body: checkout.updateOrderStatusInput,
    answer: checkout.orderStatusAnswer,
  },
  'POST /api/create-checkout-session': {
    operationId: 'createCheckoutSession',
    summary: 'Create an order and open its payment session in one call',
    fails: [409, 422],
    ...orders,
    refusesBlocked: true,
    body: checkout.createCheckoutSessionInput,
    maxBodyBytes: checkout.orderMaxBytes,
    answer: checkout.orderSessionAnswer,
  },
  'GET /api/prank-history': {
    operationId: 'listHistory',
    summary: 'List paid and sent items',
    ...orders,
    answer: z.array(order.historyEntry),
  },
  'GET /api/orders/:id': {
    operationId: 'readOwnOrder',
    summary: 'Read an order with its parcels, timeline and what can still be changed',
    fails: [404],
    ...orders,
    params: idParams,
    answer: order.customerOrder,
  },
  'POST /api/orders/:id/cancel': {
    operationId: 'cancelOwnOrder',
    summary: 'Cancel a one-time order and refund it',
    description:
      'Within 2 hours of payment and while no parcel is packed; otherwise 409 with a message that says why. A repeated call returns the same.',
    fails: [404, 409],
    ...orders,
    params: idParams,
    answer: refund.cancelAnswer,
  },
  'PATCH /api/orders/:id/items/:itemId': {
    operationId: 'changeItemAddress',
    summary: 'Correct the address of a parcel that is not packed yet',
    fails: [404, 409],
    ...orders,
    params: itemParams,
    body: order.itemAddressPatch,
    answer: order.customerOrder,
  },
  'GET /api/orders/:id/receipt': {
    operationId: 'readReceipt',
    summary: 'Download the receipt of a paid order',
    description: "Contains no target's name or address.",
    fails: [404, 409],
    ...orders,
    params: idParams,
    file: 'application/pdf',
  },
  'GET /api/order-links/:token': {
    operationId: 'readLinkedOrder',
    summary: 'Read the state of an order with the token of a link in a mail',
    description: 'Contains no payer and no street. Tokens are valid for 180 days.',
    fails: [404],
    ...openOrders,
    params: order.orderLinkParams,
    answer: order.linkedOrder,
  },
  'GET /api/account/order-agreements': {
    operationId: 'listOrderAgreements',
    summary: 'List what the customer agreed to with the last 5 paid one-time orders',
    ...orders,
    answer: z.array(orderAgreement),
  },
  'POST /api/migrate-guest-orders': {
    operationId: 'recoverGuestOrders',
    summary: 'Assign earlier guest orders to the account',
    description:
      "Includes orders of the last 30 days with the account's e-mail address. The address must be verified (otherwise 403).",
    fails: [404],
    ...orders,
    answer: order.migrateGuestOrdersAnswer,
  },

  'POST /api/confirm-payment-success': {
    operationId: 'confirmPayment',
    summary: 'Confirm the payment of an order',
    description: "Asks Stripe whether it is paid. Stripe's webhook has the same effect; either is enough.",
    fails: [402, 404],
    ...payments,
    body: checkout.confirmPaymentInput,
    answer: checkout.orderIdAnswer,
  },
  'POST /api/process-subscription-success': {
    operationId: 'confirmSubscription',
    summary: "Confirm the payment of a plan's first month",
    description: "Asks Stripe whether it is paid. Stripe's webhook has the same effect; either is enough.",
    fails: [402, 404],
    ...payments,
    body: checkout.subscriptionSuccessInput,
    answer: checkout.subscriptionSuccessAnswer,
  },
  'POST /api/webhooks/stripe': {
    operationId: 'receiveStripeEvent',
    summary: "Receive Stripe's webhook events",
    description:
      'Only for Stripe: the body is signed, and only signed content is trusted. Events that are not used here are acknowledged, too.',
    service: 'payment',
    access: 'public',
    status: 200,
    // Stripe's events take 2 to 20 kB; an invoice with many lines is larger.
    maxBodyBytes: 131_072,
    answer: z.object({ received: z.literal(true) }),
  },

  'GET /api/achievements': {
    operationId: 'listAchievements',
    summary: "List the customer's achievements",
    service: 'achievement',
    access: 'customer',
    status: 200,
    answer: z.array(achievement),
  },
} as const satisfies Endpoints
