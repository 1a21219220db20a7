import {
  customerRecordsQuery,
  packMaxBytes,
  packRequest,
  paidOrdersQuery,
  parcelChangesMaxBytes,
  parcelChangesRequest,
  pastEventsQuery,
  pastOrdersQuery,
  recipientGuess,
  recipientReaction,
  recipientRequest,
  refundParcelRequest,
  refuseParcelRequest,
} from '@prankpost/contracts'
import {
  type InternalRoute,
  idempotencyKeyOf,
  on,
  onInternal,
  type Route,
  sendCsv,
  streamList,
} from '@prankpost/service-kit'
import { z } from 'zod'
import { listDeliveryDates } from './arrivals.ts'
import type { Deps } from './deps.ts'
import { orderColumns } from './order.csv.ts'
import { hiddenFields } from './order.dto.ts'
import { cancelOrder, cancelOwnOrder } from './use-cases/cancel-order.ts'
import { changeParcels } from './use-cases/change-parcels.ts'
import { changeTracking } from './use-cases/change-tracking.ts'
import { countOrderTasks } from './use-cases/count-order-tasks.ts'
import { editItem } from './use-cases/edit-item.ts'
import { guessSender } from './use-cases/guess-sender.ts'
import { hasPaid } from './use-cases/has-paid.ts'
import { listCustomerRecords } from './use-cases/list-customer-records.ts'
import { listHistory } from './use-cases/list-history.ts'
import { listOrderAgreements } from './use-cases/list-order-agreements.ts'
import { listOrderTasks } from './use-cases/list-order-tasks.ts'
import { listOrders, orderFilter } from './use-cases/list-orders.ts'
import { listPastEvents } from './use-cases/list-past-events.ts'
import { listPastPurchases } from './use-cases/list-past-purchases.ts'
import { listRecentEvents, recentOrdersQuery } from './use-cases/list-recent-events.ts'
import { packOrders } from './use-cases/pack-orders.ts'
import { placeOrder } from './use-cases/place-order.ts'
import { readLinkedOrder } from './use-cases/read-linked-order.ts'
import { mailOrderId, mailOrderQuery, readMailOrder } from './use-cases/read-mail-order.ts'
import { readOrderStats } from './use-cases/read-order-stats.ts'
import { readOwnOrder } from './use-cases/read-own-order.ts'
import { readRecipientPage } from './use-cases/read-recipient-page.ts'
import { recoverGuestOrders } from './use-cases/recover-guest-orders.ts'
import { refundOrder } from './use-cases/refund-order.ts'
import { refundReturned } from './use-cases/refund-returned.ts'
import { refuseParcel } from './use-cases/refuse-parcel.ts'
import { resolveRefund } from './use-cases/resolve-refund.ts'
import { sendReaction } from './use-cases/send-reaction.ts'
import { sendReceipt } from './use-cases/send-receipt.ts'
import { setOrderStatus } from './use-cases/set-order-status.ts'
import { setOrderStatuses } from './use-cases/set-order-statuses.ts'
import { startPayment } from './use-cases/start-payment.ts'
import { updateCheckoutStatus } from './use-cases/update-checkout-status.ts'
import { validateOrder } from './use-cases/validate-order.ts'

/** The HTTP routes of order. Schemas and access rules are in the contract. */
export const routes = (deps: Deps): Route[] => [
  on('GET /api/delivery-dates', ({ query }) => listDeliveryDates(query, deps)),
  on('POST /api/validate-order', ({ body, user }) => validateOrder({ ...body, user }, deps)),
  on('POST /api/create-order-record', async ({ body, user }) => {
    const { orderId } = await placeOrder({ ...body, user }, deps)
    return { orderId }
  }),
  on('POST /api/create-stripe-session', ({ body, user }) => startPayment({ ...body, user }, deps)),
  on('POST /api/update-order-status', ({ body, user }) => updateCheckoutStatus({ ...body, user }, deps)),
  on('POST /api/create-checkout-session', async ({ body, user }) => {
    const { orderId, totalCents } = await placeOrder({ ...body, total: body.amount, user }, deps)
    return { orderId, ...(await startPayment({ orderId, total: totalCents, user }, deps)) }
  }),
  on('GET /api/prank-history', ({ user }) => listHistory({ user }, deps)),
  on('GET /api/orders/:id', ({ params, user }) => readOwnOrder({ orderId: params.id, user }, deps)),
  on('POST /api/orders/:id/cancel', ({ params, user }) => cancelOwnOrder({ orderId: params.id, user }, deps)),
  on('PATCH /api/orders/:id/items/:itemId', ({ params: { id, itemId }, body, user }) =>
    editItem({ orderId: id, itemId, patch: body, user }, deps),
  ),
  on('GET /api/orders/:id/receipt', ({ params, user, res }) =>
    sendReceipt({ orderId: params.id, user, res }, deps),
  ),
  on('GET /api/order-links/:token', ({ params }) => readLinkedOrder(params.token, deps)),
  on('GET /api/account/order-agreements', ({ user }) => listOrderAgreements({ user }, deps)),
  on('POST /api/migrate-guest-orders', ({ user }) => recoverGuestOrders({ user }, deps)),
  on('GET /api/admin/orders', ({ query }) => listOrders(query, deps)),
  on('PATCH /api/admin/orders/:id/status', ({ params, body }) =>
    setOrderStatus({ ...body, orderId: params.id }, deps),
  ),
  on('POST /api/admin/orders/status', ({ body }) => setOrderStatuses(body, deps)),
  on('POST /api/admin/orders/:id/refunds', ({ params, body, req }) =>
    refundOrder({ ...body, orderId: params.id, key: idempotencyKeyOf(req) }, deps),
  ),
  on('PATCH /api/admin/orders/:id/refunds/:refundId', ({ params: { id, refundId } }) =>
    resolveRefund({ orderId: id, refundId }, deps),
  ),
  on('POST /api/admin/orders/:id/cancel', ({ params, body }) =>
    cancelOrder({ orderId: params.id, reason: body.reason }, deps),
  ),
  on('PATCH /api/admin/orders/:id/items/:itemId', ({ params: { id, itemId }, body }) =>
    changeTracking({ orderId: id, itemId, patch: body }, deps),
  ),
  on('GET /api/admin/order-tasks', () => listOrderTasks(deps)),
  on('GET /api/admin/orders/export', ({ query, res }) =>
    sendCsv(
      res,
      'orders',
      orderColumns,
      streamList(deps.orders, { filter: orderFilter(query), projection: hiddenFields }),
    ),
  ),
  on('GET /api/admin/order-stats', () => readOrderStats(deps)),
]

/** The routes for other services. */
export const internalRoutes = (deps: Deps): InternalRoute[] => [
  onInternal('get', '/internal/past-events', ['subscription-logs'], pastOrdersQuery, (query) =>
    listPastEvents(query, deps),
  ),
  onInternal('get', '/internal/past-purchases', ['reporting'], pastEventsQuery, (query) =>
    listPastPurchases(query, deps),
  ),
  onInternal('get', '/internal/recent-events', ['fulfilment'], recentOrdersQuery, (query) =>
    listRecentEvents(query, deps),
  ),
  onInternal(
    'post',
    '/internal/orders/pack',
    ['fulfilment'],
    packRequest,
    (body) => packOrders(body, deps),
    packMaxBytes,
  ),
  onInternal(
    'post',
    '/internal/parcels/change',
    ['fulfilment'],
    parcelChangesRequest,
    (body) => changeParcels(body, deps),
    parcelChangesMaxBytes,
  ),
  onInternal('post', '/internal/parcels/refuse', ['fulfilment'], refuseParcelRequest, (body) =>
    refuseParcel(body, deps),
  ),
  onInternal('post', '/internal/recipients/read', ['consent'], recipientRequest, (body) =>
    readRecipientPage(body, deps),
  ),
  onInternal('post', '/internal/recipients/guess', ['consent'], recipientGuess, (body) =>
    guessSender(body, deps),
  ),
  onInternal('post', '/internal/recipients/react', ['consent'], recipientReaction, (body) =>
    sendReaction(body, deps),
  ),
  onInternal('post', '/internal/parcels/refund', ['fulfilment'], refundParcelRequest, (body) =>
    refundReturned(body, deps),
  ),
  onInternal('get', '/internal/mail-orders/:id', ['notification'], z.object({}), (_query, { id }) =>
    readMailOrder({ _id: mailOrderId.parse(id) }, deps),
  ),
  onInternal('get', '/internal/mail-orders', ['notification'], mailOrderQuery, (query) =>
    readMailOrder(query, deps),
  ),
  onInternal('get', '/internal/paid-orders', ['subscription'], paidOrdersQuery, async (query) => ({
    hasPaid: await hasPaid(query, deps),
  })),
  onInternal('get', '/internal/digest', ['notification'], z.object({}), () => countOrderTasks(deps)),
  onInternal('get', '/internal/customer-records', ['auth'], customerRecordsQuery, (query) =>
    listCustomerRecords(query, deps),
  ),
]
