import { customerRecordsQuery, pastEventsQuery, recentEventsQuery } from '@prankpost/contracts'
import {
  type InternalRoute,
  listJournal,
  on,
  onInternal,
  type Route,
  sendCsv,
  streamList,
} from '@prankpost/service-kit'
import type { Deps } from './deps.ts'
import { planColumns } from './plan.csv.ts'
import { hiddenFields, type ShownPlan, toDto } from './plan.dto.ts'
import { cancelPlan } from './use-cases/cancel-plan.ts'
import { changePlan } from './use-cases/change-plan.ts'
import { listCustomerRecords } from './use-cases/list-customer-records.ts'
import { listOwnPlans } from './use-cases/list-own-plans.ts'
import { listPastEvents } from './use-cases/list-past-events.ts'
import { listPlans, planFilter } from './use-cases/list-plans.ts'
import { pausePlan } from './use-cases/pause-plan.ts'
import { resumePlan } from './use-cases/resume-plan.ts'
import { skipMonth } from './use-cases/skip-month.ts'
import { startCheckout } from './use-cases/start-checkout.ts'

/** The HTTP routes of subscription. Schemas and access rules are in the contract. */
export const routes = (deps: Deps): Route[] => [
  on('POST /api/create-subscription-checkout', ({ body, user }) => startCheckout({ ...body, user }, deps)),
  on('GET /api/subscriptions', ({ user }) => listOwnPlans({ ownerId: user.id }, deps)),
  on('POST /api/subscriptions/:id/cancel', ({ params, body, user }) =>
    cancelPlan({ planId: params.id, user, unsent: body?.unsent ?? 'refund' }, deps),
  ),
  on('PATCH /api/subscriptions/:id', ({ params, body, user }) =>
    changePlan({ planId: params.id, user, ...body }, deps),
  ),
  on('POST /api/subscriptions/:id/pause', ({ params, body, user }) =>
    pausePlan({ planId: params.id, user, ...body }, deps),
  ),
  on('POST /api/subscriptions/:id/resume', ({ params, user }) =>
    resumePlan({ planId: params.id, user }, deps),
  ),
  on('POST /api/subscriptions/:id/skip', ({ params, user }) => skipMonth({ planId: params.id, user }, deps)),
  on('GET /api/admin/subscriptions', ({ query }) => listPlans(query, deps)),
  on('GET /api/admin/subscriptions/export', ({ query, res }) =>
    sendCsv(
      res,
      'subscriptions',
      planColumns,
      streamList(deps.plans, {
        filter: planFilter(query),
        projection: hiddenFields,
        show: (plan: ShownPlan) => toDto(plan),
      }),
    ),
  ),
]

/** The routes for other services. */
export const internalRoutes = (deps: Deps): InternalRoute[] => [
  onInternal('get', '/internal/past-events', ['subscription-logs', 'reporting'], pastEventsQuery, (query) =>
    listPastEvents(query, deps),
  ),
  onInternal('get', '/internal/recent-events', ['order', 'fulfilment'], recentEventsQuery, (query) =>
    listJournal(deps.plans, 'updatedAt', query),
  ),
  onInternal('get', '/internal/customer-records', ['auth'], customerRecordsQuery, (query) =>
    listCustomerRecords(query, deps),
  ),
]
