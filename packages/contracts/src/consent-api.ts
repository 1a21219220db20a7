import * as consent from './do-not-prank.ts'
import { type Endpoints, idParams, messageAnswer } from './endpoint.ts'
import { may } from './operator.ts'

const answering = { service: 'consent', access: 'admin', roles: may.answer, status: 200 } as const
const everyone = { service: 'consent', access: 'public', status: 200 } as const

/** The endpoints of the do-not-prank list. */
export const consentApi = {
  'POST /api/do-not-prank': {
    operationId: 'requestDoNotPrank',
    summary: 'Ask that no parcel is sent to an address',
    description:
      'Stores only a keyed digest of the address. A code from the mail, or from the slip of a parcel, confirms the request. The response does not say whether the address is on the list already.',
    ...everyone,
    status: 201,
    body: consent.doNotPrankInput,
    answer: consent.doNotPrankAnswer,
  },
  'POST /api/do-not-prank/confirm': {
    operationId: 'confirmDoNotPrank',
    summary: 'Confirm a request with its code',
    description: 'A request ends after an hour, and after 5 wrong codes. A repeated call changes nothing.',
    ...everyone,
    body: consent.confirmDoNotPrankInput,
    answer: messageAnswer,
  },
  'GET /api/admin/do-not-prank': {
    operationId: 'listDoNotPrank',
    summary: 'List the entries of the do-not-prank list, latest first',
    description: 'An entry contains no address.',
    ...answering,
    query: consent.doNotPrankQuery,
    answer: consent.doNotPrankList,
  },
  'POST /api/admin/do-not-prank/search': {
    operationId: 'searchDoNotPrank',
    summary: 'Find the entry of an address',
    description: 'The address is not stored, and the audit trail does not contain it.',
    ...answering,
    hidesBody: true,
    body: consent.doNotPrankSearch,
    answer: consent.doNotPrankList,
  },
  'DELETE /api/admin/do-not-prank/:id': {
    operationId: 'deleteDoNotPrank',
    summary: 'Remove an entry from the do-not-prank list',
    fails: [404],
    ...answering,
    status: 204,
    params: idParams,
  },
} as const satisfies Endpoints
