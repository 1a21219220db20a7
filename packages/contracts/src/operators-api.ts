import { z } from 'zod'
import { type Endpoints, idParams, messageAnswer } from './endpoint.ts'
import * as operator from './operator.ts'
import { adminListOf, adminListQuery } from './primitives.ts'

const { may } = operator

const anyOperator = { service: 'auth', access: 'admin', roles: may.anyone, status: 200 } as const
const owner = { service: 'auth', access: 'admin', roles: may.own, status: 200 } as const
const everyone = { service: 'auth', access: 'public', status: 200 } as const

/** The endpoints of operators: their accounts, sessions and one-time codes. */
export const operatorsApi = {
  'GET /api/admin/operators': {
    operationId: 'listOperators',
    summary: 'List operators, latest first',
    ...owner,
    unaudited: 'operators, no customers',
    query: adminListQuery.omit({ status: true }),
    answer: adminListOf(operator.operator),
  },
  'POST /api/admin/operators': {
    operationId: 'inviteOperator',
    summary: 'Invite an operator by mail',
    description: 'Refused with 409 if there is an operator with this e-mail address.',
    fails: [409],
    ...owner,
    status: 201,
    body: operator.operatorInput,
    answer: operator.operator,
  },
  'PATCH /api/admin/operators/:id': {
    operationId: 'changeOperator',
    summary: 'Change an operator, or invite again',
    description:
      'A new role applies to the next call of every session. The last active owner keeps the role while the shared password is off (409).',
    fails: [404, 409],
    ...owner,
    params: idParams,
    body: operator.operatorPatch,
    answer: operator.operator,
  },
  'DELETE /api/admin/operators/:id': {
    operationId: 'removeOperator',
    summary: 'Remove an operator and end the sessions',
    fails: [404, 409],
    ...owner,
    status: 204,
    params: idParams,
  },

  'POST /api/operators/sign-in': {
    operationId: 'signInOperator',
    summary: 'Start a session of an operator',
    description:
      'The session lasts 8 hours, and ends after 30 minutes without a call. 422 with the code `code_required`: the password is right, and a one-time code is needed.',
    fails: [401, 422],
    setsCookie: true,
    ...everyone,
    body: operator.operatorSignInInput,
    answer: operator.operatorMe,
  },
  'POST /api/operators/sign-out': {
    operationId: 'signOutOperator',
    summary: 'End the session of an operator',
    setsCookie: true,
    ...everyone,
    answer: messageAnswer,
  },
  'GET /api/operators/me': {
    operationId: 'readOperatorMe',
    summary: 'Read who is signed in',
    ...anyOperator,
    beforeTotp: true,
    unaudited: 'the caller',
    answer: operator.operatorMe,
  },
  'GET /api/operators/sessions': {
    operationId: 'listOperatorSessions',
    summary: 'List the own sessions',
    ...anyOperator,
    beforeTotp: true,
    unaudited: 'the caller',
    answer: z.array(operator.operatorSession),
  },
  'DELETE /api/operators/sessions': {
    operationId: 'endOperatorSessions',
    summary: 'Sign out everywhere',
    setsCookie: true,
    ...anyOperator,
    beforeTotp: true,
    status: 204,
  },
  'POST /api/operators/totp': {
    operationId: 'setUpTotp',
    summary: 'Create a secret for one-time codes',
    description:
      'It is used once it is confirmed. Refused with 409 for the shared password, and if codes are in use.',
    fails: [409],
    ...anyOperator,
    beforeTotp: true,
    answer: operator.totpSetup,
  },
  'POST /api/operators/totp/confirm': {
    operationId: 'confirmTotp',
    summary: 'Confirm the secret with a code, and get recovery codes',
    fails: [409],
    ...anyOperator,
    beforeTotp: true,
    body: operator.totpCode,
    answer: operator.recoveryCodes,
  },
  'POST /api/operators/invitation': {
    operationId: 'readInvitation',
    summary: 'Read the invitation behind a link',
    ...everyone,
    body: operator.invitationInput,
    answer: operator.invitation,
  },
  'POST /api/operators/invitation/accept': {
    operationId: 'acceptInvitation',
    summary: 'Set the password of an invited operator',
    ...everyone,
    body: operator.acceptInvitationInput,
    answer: messageAnswer,
  },
} as const satisfies Endpoints
