import { idempotencyKeyOf, on, type Route } from '@prankpost/service-kit'
import type { Deps } from './deps.ts'
import { blockCustomer } from './use-cases/block-customer.ts'
import { mailLinkToCustomer, noteOnCustomer, signOutCustomer } from './use-cases/help-customer.ts'
import { listCustomers } from './use-cases/list-customers.ts'
import { readCustomer } from './use-cases/read-customer.ts'

/** The endpoints of operators about customers. */
export const customerRoutes = (deps: Deps): Route[] => [
  on('GET /api/admin/customers', ({ query }) => listCustomers(query, deps)),
  on('GET /api/admin/customers/:id', ({ params }) => readCustomer(params, deps)),
  on('POST /api/admin/customers/:id/block', ({ params, body, operator }) =>
    blockCustomer({ ...params, ...body, operator }, deps),
  ),
  on('POST /api/admin/customers/:id/unblock', ({ params, operator }) =>
    blockCustomer({ ...params, reason: null, operator }, deps),
  ),
  on('POST /api/admin/customers/:id/sign-out', ({ params }) => signOutCustomer(params, deps)),
  on('POST /api/admin/customers/:id/mails', ({ params, body }) =>
    mailLinkToCustomer({ ...params, ...body }, deps),
  ),
  on('POST /api/admin/customers/:id/notes', ({ params, body, operator, req }) =>
    noteOnCustomer({ ...params, ...body, operator, key: idempotencyKeyOf(req) }, deps),
  ),
]
