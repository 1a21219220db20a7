import { z } from 'zod'
import { auditApi } from './audit.ts'
import { contact } from './contact.ts'
import { deadLetterApi } from './dead-letter.ts'
import { type Endpoints, idParams, messageAnswer } from './endpoint.ts'
import * as fulfilment from './fulfilment.ts'
import * as order from './order.ts'
import { adminExportQuery, adminListQuery, adminStatsQuery, objectId } from './primitives.ts'
import * as subscription from './subscription.ts'
import { subscriptionLogList, subscriptionLogQuery } from './subscription-log.ts'
import * as support from './support.ts'
import * as account from './user.ts'

/** The operator's endpoints: lists, actions, files, dead letters and audit trails of the admin. */
export const operatorApi = {
  'POST /api/admin/login': {
    operationId: 'checkAdminPassword',
    summary: 'Check the admin password',
    description:
      'There is no session: each call of the operator carries the password. After five wrong passwords from an address in 15 minutes, on any call, further calls are answered with 429. The cookie marks the browser: its wrong passwords are counted separately, so that other people on its network cannot lock the operator out.',
    setsCookie: true,
    fails: [401],
    service: 'auth',
    access: 'public',
    status: 200,
    body: account.adminLoginInput,
    answer: messageAnswer,
  },

  'GET /api/admin/user-contacts/:userId': {
    operationId: 'listTargetsOfCustomer',
    summary: "List a customer's targets",
    service: 'contact',
    access: 'admin',
    status: 200,
    params: z.object({ userId: objectId }),
    answer: z.array(contact),
  },

  'GET /api/admin/orders': {
    operationId: 'listOrders',
    summary: 'List orders, latest first',
    service: 'order',
    access: 'admin',
    status: 200,
    query: order.adminOrderListQuery,
    answer: order.adminOrderList,
  },
  'PATCH /api/admin/orders/:id/status': {
    operationId: 'setOrderStatus',
    summary: 'Set the status of an order',
    description:
      'Any order of statuses is allowed. Every status except `pending` confirms that the order is paid; `shipped` reports that its parcels were shipped.',
    fails: [404],
    service: 'order',
    access: 'admin',
    status: 200,
    params: idParams,
    body: order.updateStatusInput,
    answer: order.adminOrder,
  },
  'POST /api/admin/orders/status': {
    operationId: 'setOrderStatuses',
    summary: 'Set the status of many orders',
    service: 'order',
    access: 'admin',
    status: 200,
    body: order.updateStatusesInput,
    answer: order.updateStatusesAnswer,
  },
  'GET /api/admin/orders/export': {
    operationId: 'exportOrders',
    summary: 'Export all orders that match a filter as CSV',
    service: 'order',
    access: 'admin',
    status: 200,
    query: order.adminOrderExportQuery,
    file: 'text/csv',
  },
  'GET /api/admin/order-stats': {
    operationId: 'readOrderStats',
    summary: 'Read statistics of orders',
    service: 'order',
    access: 'admin',
    status: 200,
    unaudited: 'figures',
    query: adminStatsQuery,
    answer: order.orderStats,
  },

  'GET /api/admin/subscriptions': {
    operationId: 'listSubscriptions',
    summary: 'List plans, latest first',
    description: 'Without `status`, only active and past due plans are listed; `all` also lists ended plans.',
    service: 'subscription',
    access: 'admin',
    status: 200,
    query: adminListQuery,
    answer: subscription.subscriptionList,
  },
  'GET /api/admin/subscriptions/export': {
    operationId: 'exportSubscriptions',
    summary: 'Export all plans that match a filter as CSV',
    service: 'subscription',
    access: 'admin',
    status: 200,
    query: adminExportQuery,
    file: 'text/csv',
  },
  'GET /api/admin/subscription-stats': {
    operationId: 'readSubscriptionStats',
    summary: 'Read statistics of plans',
    service: 'subscription',
    access: 'admin',
    status: 200,
    unaudited: 'figures',
    query: adminStatsQuery,
    answer: subscription.subscriptionStats,
  },

  'POST /api/admin/ship-subscription-prank': {
    operationId: 'shipSubscriptionPrank',
    summary: "Ship one parcel of a plan's month",
    description: 'One call for each parcel. A call for more parcels than the month has is refused with 409.',
    fails: [404, 409],
    service: 'fulfilment',
    access: 'admin',
    status: 201,
    body: fulfilment.shipPrankInput,
    answer: fulfilment.shipPrankAnswer,
  },
  'GET /api/admin/sent-pranks/:userId': {
    operationId: 'listSentPranks',
    summary: "List the pranks recently sent to a customer's targets",
    service: 'fulfilment',
    access: 'admin',
    status: 200,
    unaudited: 'ids and dates',
    params: z.object({ userId: objectId }),
    answer: fulfilment.sentPranks,
  },
  'POST /api/admin/parcel-documents': {
    operationId: 'printParcelDocuments',
    summary: 'Create labels or packing slips as a PDF',
    description: 'One page for each parcel, in the requested order.',
    fails: [404],
    service: 'fulfilment',
    access: 'admin',
    status: 200,
    body: fulfilment.parcelDocumentsInput,
    // 500 ids of 49 characters take 26 kB; ids of 100 characters, which the schema allows, take 51 kB.
    maxBodyBytes: 65_536,
    file: 'application/pdf',
  },
  'GET /api/admin/shipment-stats': {
    operationId: 'readShipmentStats',
    summary: 'Read statistics of parcels',
    service: 'fulfilment',
    access: 'admin',
    status: 200,
    unaudited: 'figures',
    answer: fulfilment.shipmentStats,
  },

  'GET /api/admin/subscription-logs': {
    operationId: 'listSubscriptionLogs',
    summary: 'List the log of plans, latest first',
    description: '`status` filters by action: `created`, `updated`, `cancelled` or `other`.',
    service: 'subscription-logs',
    access: 'admin',
    status: 200,
    query: subscriptionLogQuery,
    answer: subscriptionLogList,
  },
  'GET /api/admin/subscription-logs/export': {
    operationId: 'exportSubscriptionLogs',
    summary: 'Export the log of plans as CSV',
    service: 'subscription-logs',
    access: 'admin',
    status: 200,
    query: adminExportQuery,
    file: 'text/csv',
  },

  'GET /api/admin/contact-messages': {
    operationId: 'listContactMessages',
    summary: 'List messages of the contact form, latest first',
    service: 'support',
    access: 'admin',
    status: 200,
    query: adminListQuery,
    answer: support.contactMessageList,
  },
  'PUT /api/admin/contact-messages/:id': {
    operationId: 'changeContactMessage',
    summary: 'Set the status or notes of a message',
    fails: [404, 409],
    service: 'support',
    access: 'admin',
    status: 200,
    params: idParams,
    body: support.contactMessagePatch,
    // The new and the previous notes: 5,000 characters of up to 3 bytes each.
    maxBodyBytes: 49_152,
    answer: support.contactMessage,
  },
  'DELETE /api/admin/contact-messages/:id': {
    operationId: 'deleteContactMessage',
    summary: 'Delete a message',
    fails: [404],
    service: 'support',
    access: 'admin',
    status: 204,
    params: idParams,
  },
  'GET /api/admin/contact-messages/export': {
    operationId: 'exportContactMessages',
    summary: 'Export messages of the contact form as CSV',
    service: 'support',
    access: 'admin',
    status: 200,
    query: adminExportQuery,
    file: 'text/csv',
  },

  ...deadLetterApi,
  ...auditApi,
} as const satisfies Endpoints
