import { customerRecordsQuery } from '@prankpost/contracts'
import { type InternalRoute, on, onInternal, type Route, sendCsv } from '@prankpost/service-kit'
import { z } from 'zod'
import type { Deps } from './deps.ts'
import { messageColumns } from './message.csv.ts'
import { changeMessage } from './use-cases/change-message.ts'
import { countUnanswered } from './use-cases/count-unanswered.ts'
import { exportMessages } from './use-cases/export-messages.ts'
import { listCustomerRecords } from './use-cases/list-customer-records.ts'
import { listMessages } from './use-cases/list-messages.ts'
import { readMailMessage } from './use-cases/read-mail-message.ts'
import { removeMessage } from './use-cases/remove-message.ts'
import { submitMessage } from './use-cases/submit-message.ts'

/** The HTTP map of support; the contract defines schemas and access. */
export const routes = (deps: Deps): Route[] => [
  on('POST /api/contact-submit', ({ body, req }) =>
    submitMessage({ input: body, address: req.ip ?? 'unknown' }, deps),
  ),
  on('GET /api/admin/contact-messages', ({ query }) => listMessages(query, deps)),
  on('PUT /api/admin/contact-messages/:id', ({ params, body }) =>
    changeMessage({ id: params.id, patch: body }, deps),
  ),
  on('GET /api/admin/contact-messages/export', ({ query, res }) =>
    sendCsv(res, 'contact-messages', messageColumns, exportMessages(query, deps)),
  ),
  on('DELETE /api/admin/contact-messages/:id', ({ params }) => removeMessage(params, deps)),
]

/** The internal endpoints of support. */
export const internalRoutes = (deps: Deps): InternalRoute[] => [
  onInternal('get', '/internal/messages/:id', ['notification'], z.object({}), (_query, { id = '' }) =>
    readMailMessage({ id }, deps),
  ),
  onInternal('get', '/internal/digest', ['notification'], z.object({}), () => countUnanswered(deps)),
  onInternal('get', '/internal/customer-records', ['auth'], customerRecordsQuery, (query) =>
    listCustomerRecords(query, deps),
  ),
]
