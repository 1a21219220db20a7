import type { ApiKey } from '@prankpost/contracts'
import type { EndpointWords } from './endpoint-words.ts'

/** The endpoints for the operator, but for those that each service has of its own. */
export const operatorWords = {
  'POST /api/admin/login': {
    operationId: 'checkAdminPassword',
    summary: 'Check the admin password',
    description:
      'Nothing is remembered: each call of the operator carries the password. Five wrong ones from an address in 15 minutes, on whatever call, are answered with 429 from then on.',
    fails: [401],
  },
  'GET /api/admin/user-contacts/:userId': {
    operationId: 'listTargetsOfCustomer',
    summary: "A customer's targets",
  },
  'GET /api/admin/orders': { operationId: 'listOrders', summary: 'Orders, the latest first' },
  'PATCH /api/admin/orders/:id/status': {
    operationId: 'setOrderStatus',
    summary: 'Set the status of an order',
    description:
      'In any direction. Any status but `pending` vouches that the order is paid; `shipped` tells that its parcels left.',
    fails: [404],
  },
  'POST /api/admin/orders/status': {
    operationId: 'setOrderStatuses',
    summary: 'Set one status for many orders',
  },
  'GET /api/admin/orders/export': {
    operationId: 'exportOrders',
    summary: 'All orders under a filter as CSV',
  },
  'GET /api/admin/order-stats': { operationId: 'readOrderStats', summary: 'Orders in figures' },
  'GET /api/admin/subscriptions': {
    operationId: 'listSubscriptions',
    summary: 'Plans, the latest first',
    description: 'Without `status` those that are active or past due; `all` also lists ended ones.',
  },
  'GET /api/admin/subscriptions/export': {
    operationId: 'exportSubscriptions',
    summary: 'All plans under a filter as CSV',
  },
  'GET /api/admin/subscription-stats': { operationId: 'readSubscriptionStats', summary: 'Plans in figures' },
  'POST /api/admin/ship-subscription-prank': {
    operationId: 'shipSubscriptionPrank',
    summary: "Ship one parcel of a plan's month",
    description: 'One call for each parcel; one more than the month has is refused with 409.',
    fails: [404, 409],
  },
  'GET /api/admin/sent-pranks/:userId': {
    operationId: 'listSentPranks',
    summary: "What a customer's targets were sent lately",
  },
  'POST /api/admin/parcel-documents': {
    operationId: 'printParcelDocuments',
    summary: 'Labels or packing slips as a PDF',
    description: 'A page for each parcel, in the order asked for.',
    fails: [404],
  },
  'GET /api/admin/shipment-stats': { operationId: 'readShipmentStats', summary: 'Parcels in figures' },
  'GET /api/admin/subscription-logs': {
    operationId: 'listSubscriptionLogs',
    summary: 'What happened to plans, the latest first',
    description: '`status` is the action: `created`, `updated`, `cancelled` or `other`.',
  },
  'GET /api/admin/subscription-logs/export': {
    operationId: 'exportSubscriptionLogs',
    summary: 'What happened to plans as CSV',
  },
  'GET /api/admin/contact-messages': {
    operationId: 'listContactMessages',
    summary: 'Messages of the contact form, the latest first',
  },
  'PUT /api/admin/contact-messages/:id': {
    operationId: 'changeContactMessage',
    summary: 'Set status or notes of a message',
    fails: [404, 409],
  },
  'DELETE /api/admin/contact-messages/:id': {
    operationId: 'deleteContactMessage',
    summary: 'Delete a message',
    fails: [404],
  },
  'GET /api/admin/contact-messages/export': {
    operationId: 'exportContactMessages',
    summary: 'Messages of the contact form as CSV',
  },
} as const satisfies Partial<Record<ApiKey, EndpointWords>>
