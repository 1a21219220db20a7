import { z } from 'zod'
import { achievement } from './achievement.ts'
import { auditEndpoints } from './audit.ts'
import * as checkout from './checkout.ts'
import { contact, contactInput, contactPatch } from './contact.ts'
import { deadLetterEndpoints } from './dead-letter.ts'
import * as fulfilment from './fulfilment.ts'
import * as order from './order.ts'
import { prank } from './prank.ts'
import { adminExportQuery, adminListQuery, adminStatsQuery, objectId } from './primitives.ts'
import type { ServiceName } from './services.ts'
import * as subscription from './subscription.ts'
import { subscriptionLogList, subscriptionLogQuery } from './subscription-log.ts'
import * as support from './support.ts'
import * as account from './user.ts'

interface Endpoint {
  service: ServiceName
  /** Who may call: anybody, a signed-in customer, the operator (admin password). */
  access: 'public' | 'customer' | 'admin'
  /** Status of the good answer; 204 and 302 have no body. */
  status: 200 | 201 | 204 | 302
  params?: z.ZodType
  query?: z.ZodType
  body?: z.ZodType
  /** JSON. */
  answer?: z.ZodType
  /** The media type of an answer that is a file. */
  file?: 'text/csv' | 'application/pdf'
}

const id = z.object({ id: objectId })
const message = z.object({ message: z.string() })

/** Every public endpoint of the system by method and path: the one map that services and the gateway route by. */
export const api = {
  'GET /api/auth/user': { service: 'auth', access: 'customer', status: 200, answer: account.user },
  'POST /api/auth/login': {
    service: 'auth',
    access: 'public',
    status: 200,
    body: account.loginInput,
    answer: account.user,
  },
  'POST /api/auth/register': {
    service: 'auth',
    access: 'public',
    status: 201,
    body: account.registerInput,
    answer: account.user,
  },
  'POST /api/auth/logout': { service: 'auth', access: 'public', status: 200, answer: message },
  'GET /api/auth/email-verification': {
    service: 'auth',
    access: 'customer',
    status: 200,
    answer: account.emailVerification,
  },
  'POST /api/auth/email-verification': { service: 'auth', access: 'customer', status: 200, answer: message },
  'POST /api/auth/verify-email': {
    service: 'auth',
    access: 'public',
    status: 200,
    body: account.verifyEmailInput,
    answer: message,
  },
  'POST /api/auth/forgot-password': {
    service: 'auth',
    access: 'public',
    status: 200,
    body: account.forgotPasswordInput,
    answer: message,
  },
  'POST /api/auth/reset-password': {
    service: 'auth',
    access: 'public',
    status: 200,
    body: account.resetPasswordInput,
    answer: message,
  },
  'POST /api/auth/password': {
    service: 'auth',
    access: 'customer',
    status: 200,
    body: account.changePasswordInput,
    answer: message,
  },
  'GET /api/login': { service: 'auth', access: 'public', status: 302 },
  'POST /api/admin/login': {
    service: 'auth',
    access: 'public',
    status: 200,
    body: account.adminLoginInput,
    answer: message,
  },

  'GET /api/contacts': { service: 'contact', access: 'customer', status: 200, answer: z.array(contact) },
  'POST /api/contacts': {
    service: 'contact',
    access: 'customer',
    status: 201,
    body: contactInput,
    answer: contact,
  },
  'PUT /api/contacts/:id': {
    service: 'contact',
    access: 'customer',
    status: 200,
    params: id,
    body: contactInput,
    answer: contact,
  },
  'PATCH /api/contacts/:id': {
    service: 'contact',
    access: 'customer',
    status: 200,
    params: id,
    body: contactPatch,
    answer: contact,
  },
  'DELETE /api/contacts/:id': { service: 'contact', access: 'customer', status: 204, params: id },
  'GET /api/admin/user-contacts/:userId': {
    service: 'contact',
    access: 'admin',
    status: 200,
    params: z.object({ userId: objectId }),
    answer: z.array(contact),
  },

  'GET /api/pranks': { service: 'catalog', access: 'public', status: 200, answer: z.array(prank) },

  'POST /api/validate-order': {
    service: 'order',
    access: 'customer',
    status: 200,
    body: checkout.validateOrderInput,
    answer: checkout.validateOrderAnswer,
  },
  'POST /api/create-order-record': {
    service: 'order',
    access: 'customer',
    status: 201,
    body: checkout.createOrderRecordInput,
    answer: checkout.orderIdAnswer,
  },
  'POST /api/create-stripe-session': {
    service: 'order',
    access: 'customer',
    status: 200,
    body: checkout.createStripeSessionInput,
    answer: checkout.checkoutSessionAnswer,
  },
  'POST /api/update-order-status': {
    service: 'order',
    access: 'customer',
    status: 200,
    body: checkout.updateOrderStatusInput,
    answer: checkout.orderStatusAnswer,
  },
  'POST /api/create-checkout-session': {
    service: 'order',
    access: 'customer',
    status: 200,
    body: checkout.createCheckoutSessionInput,
    answer: checkout.checkoutSessionAnswer,
  },
  'GET /api/prank-history': {
    service: 'order',
    access: 'customer',
    status: 200,
    answer: z.array(order.historyEntry),
  },
  'POST /api/migrate-guest-orders': {
    service: 'order',
    access: 'customer',
    status: 200,
    answer: order.migrateGuestOrdersAnswer,
  },
  'GET /api/admin/orders': {
    service: 'order',
    access: 'admin',
    status: 200,
    query: adminListQuery,
    answer: order.adminOrderList,
  },
  'PATCH /api/admin/orders/:id/status': {
    service: 'order',
    access: 'admin',
    status: 200,
    params: id,
    body: order.updateStatusInput,
    answer: order.adminOrder,
  },
  'POST /api/admin/orders/status': {
    service: 'order',
    access: 'admin',
    status: 200,
    body: order.updateStatusesInput,
    answer: order.updateStatusesAnswer,
  },
  'GET /api/admin/orders/export': {
    service: 'order',
    access: 'admin',
    status: 200,
    query: adminExportQuery,
    file: 'text/csv',
  },
  'GET /api/admin/order-stats': {
    service: 'order',
    access: 'admin',
    status: 200,
    query: adminStatsQuery,
    answer: order.orderStats,
  },

  'POST /api/confirm-payment-success': {
    service: 'payment',
    access: 'customer',
    status: 200,
    body: checkout.confirmPaymentInput,
    answer: checkout.orderIdAnswer,
  },
  'POST /api/process-subscription-success': {
    service: 'payment',
    access: 'customer',
    status: 200,
    body: checkout.subscriptionSuccessInput,
    answer: checkout.subscriptionSuccessAnswer,
  },
  'POST /api/webhooks/stripe': {
    service: 'payment',
    access: 'public',
    status: 200,
    answer: z.object({ received: z.literal(true) }),
  },

  'POST /api/create-subscription-checkout': {
    service: 'subscription',
    access: 'customer',
    status: 200,
    body: subscription.subscriptionCheckoutInput,
    answer: checkout.checkoutSessionAnswer,
  },
  'GET /api/subscriptions': {
    service: 'subscription',
    access: 'customer',
    status: 200,
    answer: z.array(subscription.subscription),
  },
  'POST /api/subscriptions/:id/cancel': {
    service: 'subscription',
    access: 'customer',
    status: 200,
    params: id,
    answer: message,
  },
  'GET /api/admin/subscriptions': {
    service: 'subscription',
    access: 'admin',
    status: 200,
    query: adminListQuery,
    answer: subscription.subscriptionList,
  },
  'GET /api/admin/subscriptions/export': {
    service: 'subscription',
    access: 'admin',
    status: 200,
    query: adminExportQuery,
    file: 'text/csv',
  },
  'GET /api/admin/subscription-stats': {
    service: 'subscription',
    access: 'admin',
    status: 200,
    query: adminStatsQuery,
    answer: subscription.subscriptionStats,
  },

  'POST /api/admin/ship-subscription-prank': {
    service: 'fulfilment',
    access: 'admin',
    status: 201,
    body: fulfilment.shipPrankInput,
    answer: fulfilment.shipPrankAnswer,
  },
  'GET /api/admin/sent-pranks/:userId': {
    service: 'fulfilment',
    access: 'admin',
    status: 200,
    params: z.object({ userId: objectId }),
    answer: fulfilment.sentPranks,
  },
  'POST /api/admin/parcel-documents': {
    service: 'fulfilment',
    access: 'admin',
    status: 200,
    body: fulfilment.parcelDocumentsInput,
    file: 'application/pdf',
  },
  'GET /api/admin/shipment-stats': {
    service: 'fulfilment',
    access: 'admin',
    status: 200,
    answer: fulfilment.shipmentStats,
  },

  'GET /api/admin/subscription-logs': {
    service: 'subscription-logs',
    access: 'admin',
    status: 200,
    query: subscriptionLogQuery,
    answer: subscriptionLogList,
  },
  'GET /api/admin/subscription-logs/export': {
    service: 'subscription-logs',
    access: 'admin',
    status: 200,
    query: adminExportQuery,
    file: 'text/csv',
  },

  'GET /api/achievements': {
    service: 'achievement',
    access: 'customer',
    status: 200,
    answer: z.array(achievement),
  },

  'POST /api/contact-submit': {
    service: 'support',
    access: 'public',
    status: 201,
    body: support.contactSubmitInput,
    answer: message,
  },
  'GET /api/admin/contact-messages': {
    service: 'support',
    access: 'admin',
    status: 200,
    query: adminListQuery,
    answer: support.contactMessageList,
  },
  'PUT /api/admin/contact-messages/:id': {
    service: 'support',
    access: 'admin',
    status: 200,
    params: id,
    body: support.contactMessagePatch,
    answer: support.contactMessage,
  },
  'DELETE /api/admin/contact-messages/:id': { service: 'support', access: 'admin', status: 204, params: id },
  'GET /api/admin/contact-messages/export': {
    service: 'support',
    access: 'admin',
    status: 200,
    query: adminExportQuery,
    file: 'text/csv',
  },

  ...deadLetterEndpoints('order'),
  ...deadLetterEndpoints('subscription'),
  ...deadLetterEndpoints('fulfilment'),
  ...deadLetterEndpoints('achievement'),
  ...deadLetterEndpoints('subscription-logs'),
  ...deadLetterEndpoints('contact'),
  ...deadLetterEndpoints('payment'),
  ...deadLetterEndpoints('notification'),

  ...auditEndpoints('auth'),
  ...auditEndpoints('order'),
  ...auditEndpoints('subscription'),
  ...auditEndpoints('fulfilment'),
  ...auditEndpoints('achievement'),
  ...auditEndpoints('support'),
  ...auditEndpoints('subscription-logs'),
  ...auditEndpoints('contact'),
  ...auditEndpoints('payment'),
  ...auditEndpoints('notification'),
} as const satisfies Record<`${'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'} /api/${string}`, Endpoint>

export type Api = typeof api
export type ApiKey = keyof Api
type Part<K extends ApiKey, P extends keyof Endpoint> = P extends keyof Api[K] ? Api[K][P] : undefined

/** What a caller sends as body of an endpoint. */
export type BodyIn<K extends ApiKey> =
  Part<K, 'body'> extends z.ZodType ? z.input<Part<K, 'body'>> : undefined
/** What the endpoint's use case gets as body. */
export type BodyOf<K extends ApiKey> =
  Part<K, 'body'> extends z.ZodType ? z.output<Part<K, 'body'>> : undefined
export type ParamsOf<K extends ApiKey> =
  Part<K, 'params'> extends z.ZodType ? z.output<Part<K, 'params'>> : undefined
export type QueryOf<K extends ApiKey> =
  Part<K, 'query'> extends z.ZodType ? z.output<Part<K, 'query'>> : undefined
/** What an endpoint answers when all is well; undefined where it answers no body. */
export type AnswerOf<K extends ApiKey> =
  Part<K, 'answer'> extends z.ZodType ? z.output<Part<K, 'answer'>> : undefined
export type AccessOf<K extends ApiKey> = Api[K]['access']
