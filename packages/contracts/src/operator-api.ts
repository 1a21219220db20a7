import { z } from 'zod'
import { auditApi } from './audit.ts'
import { contact } from './contact.ts'
import { deadLetterApi } from './dead-letter.ts'
import { type Endpoints, idParams, messageAnswer } from './endpoint.ts'
import * as fulfilment from './fulfilment.ts'
import { may } from './operator.ts'
import * as order from './order.ts'
import { adminExportQuery, adminListQuery, objectId, stripeId } from './primitives.ts'
import * as refund from './refund.ts'
import * as subscription from './subscription.ts'
import { subscriptionLogList, subscriptionLogQuery } from './subscription-log.ts'
import * as account from './user.ts'

const readOrders = { service: 'order', access: 'admin', roles: may.read, status: 200 } as const
const answerOrders = { service: 'order', access: 'admin', roles: may.answer, status: 200 } as const
const manageOrders = { service: 'order', access: 'admin', roles: may.manage, status: 200 } as const
const readParcels = { service: 'fulfilment', access: 'admin', roles: may.read, status: 200 } as const

/** The operator's endpoints: lists, actions, files, dead letters and audit trails of the admin. */
export const operatorApi = {
  'POST /api/admin/login': {
    operationId: 'checkAdminPassword',
    summary: 'Check the admin password',
    description:
      'The shared password acts as the owner. There is no session: each call carries the password. After five wrong passwords from an address in 15 minutes, on any call, further calls are answered with 429. The cookie marks the browser: its wrong passwords are counted separately, so that other people on its network cannot lock the operator out.',
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
    roles: may.read,
    status: 200,
    params: z.object({ userId: objectId }),
    answer: z.array(contact),
  },

  'GET /api/admin/orders': {
    operationId: 'listOrders',
    summary: 'List orders, latest first',
    ...readOrders,
    query: order.adminOrderListQuery,
    answer: order.adminOrderList,
  },
  'PATCH /api/admin/orders/:id/status': {
    operationId: 'setOrderStatus',
    summary: 'Set the status of an order',
    description:
      'Any order of statuses is allowed. Every status except `pending` confirms that the order is paid; `shipped` reports that its parcels were shipped. Refused with 409 for an order that is further than was `seen`, for a cancelled order, for one in a dispute, and when a target may get no parcel.',
    fails: [404, 409],
    ...manageOrders,
    params: idParams,
    body: order.updateStatusInput,
    answer: order.adminOrder,
  },
  'POST /api/admin/orders/status': {
    operationId: 'setOrderStatuses',
    summary: 'Set the status of many orders',
    ...manageOrders,
    body: order.updateStatusesInput,
    answer: order.updateStatusesAnswer,
  },
  'POST /api/admin/orders/:id/refunds': {
    operationId: 'refundOrder',
    summary: 'Refund a part or all of an order',
    description:
      'The sum of refunds never exceeds the payment (409). The header `Idempotency-Key` makes a repeated call safe: it returns the first refund.',
    fails: [404, 409],
    ...answerOrders,
    status: 201,
    params: idParams,
    body: refund.refundInput,
    answer: refund.refundAnswer,
  },
  'PATCH /api/admin/orders/:id/refunds/:refundId': {
    operationId: 'resolveFailedRefund',
    summary: 'Mark a failed refund as handled',
    fails: [404, 409],
    ...answerOrders,
    params: z.object({ id: objectId, refundId: z.string().min(1).max(255) }),
    body: refund.resolveRefundInput,
    answer: order.adminOrder,
  },
  'POST /api/admin/orders/:id/cancel': {
    operationId: 'cancelOrder',
    summary: 'Cancel a one-time order and refund what was not sent',
    description: 'Shipped parcels stay shipped. A repeated call returns the same.',
    fails: [404, 409],
    ...answerOrders,
    params: idParams,
    body: refund.cancelInput,
    answer: refund.cancelAnswer,
  },
  'PATCH /api/admin/orders/:id/items/:itemId': {
    operationId: 'changeItemTracking',
    summary: 'Set the carrier and tracking number of a parcel, or that it was delivered',
    fails: [404, 409],
    ...answerOrders,
    params: order.itemParams,
    hidesFields: ['trackingNumber'],
    body: order.itemTrackingPatch,
    answer: order.adminOrder,
  },
  'GET /api/admin/order-tasks': {
    operationId: 'listOrderTasks',
    summary: 'List failed refunds and open disputes',
    ...readOrders,
    unaudited: 'order numbers and amounts',
    answer: refund.orderTasks,
  },
  'GET /api/admin/orders/export': {
    operationId: 'exportOrders',
    summary: 'Export all orders that match a filter as CSV',
    ...manageOrders,
    query: order.adminOrderExportQuery,
    file: 'text/csv',
  },
  'GET /api/admin/order-stats': {
    operationId: 'readOrderStats',
    summary: 'Count the orders that wait for something',
    ...readOrders,
    unaudited: 'figures',
    answer: order.orderStats,
  },

  'GET /api/admin/subscriptions': {
    operationId: 'listSubscriptions',
    summary: 'List plans, latest first',
    description: 'Without `status`, only active and past due plans are listed; `all` also lists ended plans.',
    service: 'subscription',
    access: 'admin',
    roles: may.read,
    status: 200,
    query: adminListQuery,
    answer: subscription.subscriptionList,
  },
  'GET /api/admin/subscriptions/export': {
    operationId: 'exportSubscriptions',
    summary: 'Export all plans that match a filter as CSV',
    service: 'subscription',
    access: 'admin',
    roles: may.manage,
    status: 200,
    query: adminExportQuery,
    file: 'text/csv',
  },

  'POST /api/admin/ship-subscription-prank': {
    operationId: 'shipSubscriptionPrank',
    summary: "Ship one parcel of a plan's month",
    description: 'One call for each parcel. A call for more parcels than the month has is refused with 409.',
    fails: [404, 409],
    service: 'fulfilment',
    access: 'admin',
    roles: may.manage,
    status: 201,
    hidesFields: ['contactId', 'trackingNumber', 'adminNotes'],
    body: fulfilment.shipPrankInput,
    answer: fulfilment.shipPrankAnswer,
  },
  'GET /api/admin/plan-draw/:stripeSubscriptionId': {
    operationId: 'readPlanDraw',
    summary: 'Read what was drawn for the parcels of a plan that are due',
    ...readParcels,
    unaudited: 'ids only',
    params: z.object({ stripeSubscriptionId: stripeId }),
    answer: subscription.planDraw,
  },
  'GET /api/admin/sent-pranks/:userId': {
    operationId: 'listSentPranks',
    summary: "List the pranks recently sent to a customer's targets",
    ...readParcels,
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
    roles: may.pack,
    status: 200,
    body: fulfilment.parcelDocumentsInput,
    // 500 ids of 49 characters take 26 kB; ids of 100 characters, which the schema allows, take 51 kB.
    maxBodyBytes: 65_536,
    file: 'application/pdf',
  },
  'GET /api/admin/shipment-stats': {
    operationId: 'readShipmentStats',
    summary: 'Read statistics of parcels',
    ...readParcels,
    unaudited: 'figures',
    answer: fulfilment.shipmentStats,
  },

  'GET /api/admin/subscription-logs': {
    operationId: 'listSubscriptionLogs',
    summary: 'List the log of plans, latest first',
    description: '`status` filters by action: `created`, `updated`, `cancelled` or `other`.',
    service: 'subscription-logs',
    access: 'admin',
    roles: may.read,
    status: 200,
    query: subscriptionLogQuery,
    answer: subscriptionLogList,
  },
  'GET /api/admin/subscription-logs/export': {
    operationId: 'exportSubscriptionLogs',
    summary: 'Export the log of plans as CSV',
    service: 'subscription-logs',
    access: 'admin',
    roles: may.manage,
    status: 200,
    query: adminExportQuery,
    file: 'text/csv',
  },

  ...deadLetterApi,
  ...auditApi,
} as const satisfies Endpoints
