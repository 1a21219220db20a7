import { type Endpoints, idParams, messageAnswer } from './endpoint.ts'
import { may } from './operator.ts'
import { adminExportQuery, adminListQuery } from './primitives.ts'
import * as support from './support.ts'

const messages = { service: 'support', access: 'public', status: 200 } as const
const readMessages = { service: 'support', access: 'admin', roles: may.read, status: 200 } as const
const answerMessages = { service: 'support', access: 'admin', roles: may.answer, status: 200 } as const
const manageMessages = { service: 'support', access: 'admin', roles: may.manage, status: 200 } as const

/** The endpoints of messages to the shop, for their authors and for operators. */
export const messageApi = {
  'POST /api/contact-submit': {
    operationId: 'submitContactForm',
    summary: 'Send a message to the shop',
    description: 'The header `Idempotency-Key` makes a repeated call safe: it adds nothing.',
    ...messages,
    status: 201,
    body: support.contactSubmitInput,
    // The message: 5,000 characters of up to 3 bytes, plus the other fields.
    maxBodyBytes: 32_768,
    answer: messageAnswer,
  },
  'POST /api/messages/thread': {
    operationId: 'readMessageThread',
    summary: 'Read the thread of a message with the token of a link in a mail',
    description: 'Tokens are valid for 90 days.',
    fails: [404],
    ...messages,
    body: support.messageLinkInput,
    answer: support.linkedThread,
  },
  'POST /api/messages/thread/replies': {
    operationId: 'answerMessageThread',
    summary: 'Answer in the thread of a message with the token of a link in a mail',
    description: 'The header `Idempotency-Key` makes a repeated call safe: it adds nothing.',
    fails: [404, 409],
    ...messages,
    status: 201,
    body: support.messageLinkReplyInput,
    // The text: 5,000 characters of up to 3 bytes, plus the token.
    maxBodyBytes: 32_768,
    answer: support.linkedThread,
  },

  'GET /api/admin/contact-messages': {
    operationId: 'listContactMessages',
    summary: 'List messages of the contact form, latest first',
    ...readMessages,
    query: adminListQuery,
    answer: support.contactMessageList,
  },
  'GET /api/admin/contact-messages/export': {
    operationId: 'exportContactMessages',
    summary: 'Export messages of the contact form as CSV',
    ...manageMessages,
    query: adminExportQuery,
    file: 'text/csv',
  },
  'GET /api/admin/contact-messages/:id': {
    operationId: 'readContactMessage',
    summary: 'Read a message with its replies',
    fails: [404],
    ...readMessages,
    params: idParams,
    answer: support.contactThread,
  },
  'PUT /api/admin/contact-messages/:id': {
    operationId: 'changeContactMessage',
    summary: 'Set the status, notes or assignee of a message',
    fails: [404, 409],
    ...answerMessages,
    params: idParams,
    body: support.contactMessagePatch,
    // The new and the previous notes: 5,000 characters of up to 3 bytes each.
    maxBodyBytes: 49_152,
    answer: support.contactMessage,
  },
  'POST /api/admin/contact-messages/:id/replies': {
    operationId: 'replyToContactMessage',
    summary: 'Answer a message by mail',
    description:
      'The mail contains the text and a link to the thread, where the customer can answer. The header `Idempotency-Key` makes a repeated call safe: it sends nothing.',
    fails: [404, 409],
    ...answerMessages,
    status: 201,
    params: idParams,
    body: support.replyInput,
    answer: support.contactThread,
  },
  'DELETE /api/admin/contact-messages/:id': {
    operationId: 'deleteContactMessage',
    summary: 'Delete a message',
    fails: [404],
    ...answerMessages,
    status: 204,
    params: idParams,
  },
  'GET /api/admin/reply-templates': {
    operationId: 'listReplyTemplates',
    summary: 'List the texts for answers, latest first',
    ...answerMessages,
    unaudited: 'texts for answers, which are about no customer',
    query: support.replyTemplatesQuery,
    answer: support.replyTemplateList,
  },
  'POST /api/admin/reply-templates': {
    operationId: 'addReplyTemplate',
    summary: 'Add a text for answers',
    description:
      'Names are unique (409). A repeated call with the same text adds nothing. At most 50 are kept.',
    fails: [409],
    ...manageMessages,
    status: 201,
    body: support.replyTemplateInput,
    answer: support.replyTemplate,
  },
  'DELETE /api/admin/reply-templates/:id': {
    operationId: 'deleteReplyTemplate',
    summary: 'Delete a text for answers',
    fails: [404],
    ...manageMessages,
    status: 204,
    params: idParams,
  },
} as const satisfies Endpoints
