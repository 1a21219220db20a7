import { customerRecordsQuery } from '@prankpost/contracts'
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
import type { Deps } from './deps.ts'
import { messageColumns } from './message.csv.ts'
import { listProjection } from './message.model.ts'
import { answerThread, readThread } from './use-cases/answer-thread.ts'
import { changeMessage } from './use-cases/change-message.ts'
import { countUnanswered } from './use-cases/count-unanswered.ts'
import { listCustomerRecords } from './use-cases/list-customer-records.ts'
import { listMessages, messageFilter } from './use-cases/list-messages.ts'
import { addTemplate, listTemplates, removeTemplate } from './use-cases/manage-templates.ts'
import { readMailMessage, readMailReply } from './use-cases/read-mail-message.ts'
import { readMessage } from './use-cases/read-message.ts'
import { removeMessage } from './use-cases/remove-message.ts'
import { replyToMessage } from './use-cases/reply-to-message.ts'
import { submitMessage } from './use-cases/submit-message.ts'

/** The HTTP map of support; the contract defines schemas and access. */
export const routes = (deps: Deps): Route[] => [
  on('POST /api/contact-submit', ({ body, req }) =>
    submitMessage({ input: body, address: req.ip ?? 'unknown', key: idempotencyKeyOf(req) }, deps),
  ),
  on('POST /api/messages/thread', ({ body }) => readThread(body, deps)),
  on('POST /api/messages/thread/replies', ({ body, req }) =>
    answerThread({ ...body, address: req.ip ?? 'unknown', key: idempotencyKeyOf(req) }, deps),
  ),
  on('GET /api/admin/contact-messages', ({ query }) => listMessages(query, deps)),
  on('PUT /api/admin/contact-messages/:id', ({ params, body, operator }) =>
    changeMessage({ id: params.id, patch: body, operator }, deps),
  ),
  on('GET /api/admin/contact-messages/export', ({ query, res }) =>
    sendCsv(
      res,
      'contact-messages',
      messageColumns,
      streamList(deps.messages, { filter: messageFilter(query), projection: listProjection }),
    ),
  ),
  on('GET /api/admin/contact-messages/:id', ({ params }) => readMessage(params, deps)),
  on('POST /api/admin/contact-messages/:id/replies', ({ params, body, operator, req }) =>
    replyToMessage({ ...body, id: params.id, by: operator.name, key: idempotencyKeyOf(req) }, deps),
  ),
  on('DELETE /api/admin/contact-messages/:id', ({ params }) => removeMessage(params, deps)),
  on('GET /api/admin/reply-templates', ({ query }) => listTemplates(query, deps)),
  on('POST /api/admin/reply-templates', ({ body }) => addTemplate(body, deps)),
  on('DELETE /api/admin/reply-templates/:id', ({ params }) => removeTemplate(params, deps)),
]

/** The internal endpoints of support. */
export const internalRoutes = (deps: Deps): InternalRoute[] => [
  onInternal('get', '/internal/messages/:id', ['notification'], z.object({}), (_query, { id = '' }) =>
    readMailMessage({ id }, deps),
  ),
  onInternal('get', '/internal/digest', ['notification'], z.object({}), () => countUnanswered(deps)),
  onInternal(
    'get',
    '/internal/messages/:id/replies/:replyId',
    ['notification'],
    z.object({}),
    (_query, { id = '', replyId = '' }) => readMailReply({ id, replyId }, deps),
  ),
  onInternal('get', '/internal/customer-records', ['auth'], customerRecordsQuery, (query) =>
    listCustomerRecords(query, deps),
  ),
]
