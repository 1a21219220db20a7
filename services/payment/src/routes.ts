import {
  orderSessionMaxBytes,
  orderSessionRequest,
  planPauseRequest,
  planPriceRequest,
  planSessionRequest,
  recentEventsQuery,
  refundRequest,
  removeUnpaidRequest,
} from '@prankpost/contracts'
import { type InternalRoute, listJournal, on, onInternal, type Route } from '@prankpost/service-kit'
import { z } from 'zod'
import type { Deps } from './deps.ts'
import { cancelPlan } from './use-cases/cancel-plan.ts'
import { setPlanPause, setPlanPrice } from './use-cases/change-plan.ts'
import { closeSessions } from './use-cases/close-sessions.ts'
import { confirmPayment, confirmPlan } from './use-cases/confirm-payment.ts'
import { openBillingPortal } from './use-cases/open-billing-portal.ts'
import { openOrderSession, openPlanSession } from './use-cases/open-session.ts'
import { receiveWebhook } from './use-cases/receive-webhook.ts'
import { removeUnpaid } from './use-cases/remove-unpaid.ts'
import { requestRefund } from './use-cases/request-refund.ts'

/** The HTTP routes of payment. Schemas and access rules are in the contract. */
export const routes = (deps: Deps): Route[] => [
  on('POST /api/confirm-payment-success', ({ body, user }) => confirmPayment({ ...body, user }, deps)),
  on('POST /api/process-subscription-success', ({ body, user }) => confirmPlan({ ...body, user }, deps)),
  on('POST /api/billing-portal', ({ user }) => openBillingPortal({ user }, deps)),
  on('POST /api/webhooks/stripe', ({ req }) =>
    receiveWebhook({ payload: req.body, signature: req.get('stripe-signature') }, deps),
  ),
]

/** The routes for other services. */
export const internalRoutes = (deps: Deps): InternalRoute[] => [
  onInternal(
    'post',
    '/internal/order-sessions',
    ['order'],
    orderSessionRequest,
    (body) => openOrderSession(body, deps),
    orderSessionMaxBytes,
  ),
  onInternal('post', '/internal/plan-sessions', ['subscription'], planSessionRequest, (body) =>
    openPlanSession(body, deps),
  ),
  onInternal(
    'post',
    '/internal/orders/:orderId/remove-unpaid',
    ['order'],
    removeUnpaidRequest,
    ({ sessionId }, { orderId = '' }) => removeUnpaid({ orderId, sessionId }, deps),
  ),
  onInternal(
    'post',
    '/internal/plans/:planId/cancel',
    ['subscription'],
    z.object({}),
    (_body, { planId = '' }) => cancelPlan({ planId }, deps),
  ),
  onInternal(
    'post',
    '/internal/plans/:planId/close-session',
    ['subscription'],
    z.object({}),
    async (_body, { planId = '' }) => ({ closed: await closeSessions({ id: planId, kind: 'plan' }, deps) }),
  ),
  onInternal(
    'post',
    '/internal/orders/:orderId/close-session',
    ['order'],
    z.object({}),
    async (_body, { orderId = '' }) => ({
      closed: await closeSessions({ id: orderId, kind: 'order' }, deps),
    }),
  ),
  onInternal(
    'post',
    '/internal/plans/:planId/change',
    ['subscription'],
    planPriceRequest,
    (body, { planId = '' }) => setPlanPrice({ planId, ...body }, deps),
  ),
  onInternal(
    'post',
    '/internal/plans/:planId/pause',
    ['subscription'],
    planPauseRequest,
    (body, { planId = '' }) => setPlanPause({ planId, ...body }, deps),
  ),
  onInternal('post', '/internal/refunds', ['order'], refundRequest, (body) => requestRefund(body, deps)),
  onInternal(
    'get',
    '/internal/recent-events',
    ['order', 'subscription', 'fulfilment'],
    moneyQuery,
    ({ kind, ...query }) => listJournal(deps.payments, 'toldAt', query, { kind }),
  ),
]

const moneyQuery = recentEventsQuery.extend({ kind: z.enum(['order', 'plan']) })
