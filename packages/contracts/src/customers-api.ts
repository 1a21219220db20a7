import * as customer from './admin-customer.ts'
import { type Endpoints, idParams, messageAnswer } from './endpoint.ts'
import { may } from './operator.ts'
import { adminListQuery } from './primitives.ts'

const answering = { service: 'auth', access: 'admin', roles: may.answer, status: 200 } as const
const reading = { service: 'auth', access: 'admin', roles: may.read, status: 200 } as const

/** The endpoints of operators about customers' accounts. A packer may call none of them. */
export const customersApi = {
  'GET /api/admin/customers': {
    operationId: 'listCustomers',
    summary: 'List customers, latest first',
    description: '`q` matches the beginnings of words of name, e-mail address and id.',
    ...reading,
    query: adminListQuery.omit({ status: true }),
    answer: customer.adminCustomerList,
  },
  'GET /api/admin/customers/:id': {
    operationId: 'readCustomer',
    summary: 'Read a customer with orders, plans, messages, mails and notes',
    description: 'The latest 20 records of each kind. Those of a service that gives no answer are null.',
    fails: [404],
    ...reading,
    params: idParams,
    answer: customer.adminCustomerDetails,
  },
  'POST /api/admin/customers/:id/block': {
    operationId: 'blockCustomer',
    summary: 'Block a customer: no new orders, no new plan',
    description: 'Paid orders and a running plan go on. Repeating the call keeps the first reason.',
    fails: [404],
    ...answering,
    params: idParams,
    body: customer.customerBlockInput,
    answer: customer.adminCustomer,
  },
  'POST /api/admin/customers/:id/unblock': {
    operationId: 'unblockCustomer',
    summary: 'Let a blocked customer order again',
    fails: [404],
    ...answering,
    params: idParams,
    answer: customer.adminCustomer,
  },
  'POST /api/admin/customers/:id/sign-out': {
    operationId: 'signOutCustomer',
    summary: 'End all sessions of a customer',
    fails: [404],
    ...answering,
    params: idParams,
    answer: messageAnswer,
  },
  'POST /api/admin/customers/:id/mails': {
    operationId: 'mailLinkToCustomer',
    summary: 'Send a customer a link again',
    description:
      'A link to verify the address, or to set a new password. Refused with 409 if the address is verified.',
    fails: [404, 409],
    ...answering,
    params: idParams,
    body: customer.customerMailInput,
    answer: messageAnswer,
  },
  'POST /api/admin/customers/:id/notes': {
    operationId: 'noteOnCustomer',
    summary: 'Add a note on a customer',
    description: 'The header `Idempotency-Key` makes a repeated call safe: it adds nothing.',
    fails: [404, 409],
    ...answering,
    status: 201,
    params: idParams,
    body: customer.customerNoteInput,
    answer: customer.adminCustomerDetails.shape.notes,
  },
} as const satisfies Endpoints
