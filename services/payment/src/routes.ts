import { orderSessionRequest, planSessionRequest } from '@prankpost/contracts'
import { type InternalRoute, on, onInternal, type Route } from '@prankpost/service-kit'
import { z } from 'zod'
import type { Deps } from './deps.ts'
import { cancelPlan } from './use-cases/cancel-plan.ts'
import { closePlanSession } from './use-cases/close-plan-session.ts'
import { confirmPayment, confirmPlan } from './use-cases/confirm-payment.ts'
import { openOrderSession, openPlanSession } from './use-cases/open-session.ts'
import { receiveWebhook } from './use-cases/receive-webhook.ts'

/** The HTTP map of payment; schemas and access are the contract's. */
export const routes = (deps: Deps): Route[] => [
  on('POST /api/confirm-payment-success', ({ body, user }) => confirmPayment({ ...body, user }, deps)),
  on('POST /api/process-subscription-success', ({ body, user }) => confirmPlan({ ...body, user }, deps)),
  on('POST /api/webhooks/stripe', ({ req }) =>
    receiveWebhook({ payload: req.body, signature: req.get('stripe-signature') }, deps),
  ),
]

/** What other services may ask of payment. */
export const internalRoutes = (deps: Deps): InternalRoute[] => [
  onInternal('post', '/internal/order-sessions', orderSessionRequest, (body) => openOrderSession(body, deps)),
  onInternal('post', '/internal/plan-sessions', planSessionRequest, (body) => openPlanSession(body, deps)),
  onInternal('post', '/internal/plans/:planId/cancel', z.object({}), (_body, { planId = '' }) =>
    cancelPlan({ planId }, deps),
  ),
  onInternal('post', '/internal/plans/:planId/close-session', z.object({}), (_body, { planId = '' }) =>
    closePlanSession({ planId }, deps),
  ),
]
