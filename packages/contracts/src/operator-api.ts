import { z } from 'zod'
import { auditEndpoints } from './audit.ts'
import { contact } from './contact.ts'
import { deadLetterEndpoints } from './dead-letter.ts'
import { type Endpoints, idParams, messageAnswer } from './endpoint.ts'
import * as fulfilment from './fulfilment.ts'
import * as order from './order.ts'
import { adminExportQuery, adminListQuery, adminStatsQuery, objectId } from './primitives.ts'
import * as subscription from './subscription.ts'
import { subscriptionLogList, subscriptionLogQuery } from './subscription-log.ts'
import * as support from './support.ts'
import * as account from './user.ts'

/** What the operator may call: the admin's lists, actions, files, parked messages and trails. */
export const operatorApi = {
  'POST /api/admin/login': {
    service: 'auth',
    access: 'public',
    status: 200,
    body: account.adminLoginInput,
    answer: messageAnswer,
  },

  'GET /api/admin/user-contacts/:userId': {
    service: 'contact',
    access: 'admin',
    status: 200,
    params: z.object({ userId: objectId }),
    answer: z.array(contact),
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
    params: idParams,
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
    params: idParams,
    body: support.contactMessagePatch,
    answer: support.contactMessage,
  },
  'DELETE /api/admin/contact-messages/:id': {
    service: 'support',
    access: 'admin',
    status: 204,
    params: idParams,
  },
  'GET /api/admin/contact-messages/export': {
    service: 'support',
    access: 'admin',
    status: 200,
    query: adminExportQuery,
    file: 'text/csv',
  },

  ...deadLetterEndpoints('auth'),
  ...deadLetterEndpoints('order'),
  ...deadLetterEndpoints('subscription'),
  ...deadLetterEndpoints('fulfilment'),
  ...deadLetterEndpoints('achievement'),
  ...deadLetterEndpoints('support'),
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
} as const satisfies Endpoints
