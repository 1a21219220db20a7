import * as cases from './case.ts'
import { type Endpoints, idParams, messageAnswer } from './endpoint.ts'
import { may } from './operator.ts'
import { guessAnswer } from './reveal.ts'

const everyone = { service: 'consent', access: 'public', status: 200 } as const
const answering = { service: 'consent', access: 'admin', roles: may.answer, status: 200 } as const

/** The endpoints of recipients with the code on a slip, and of the cases that their reports open. */
export const slipApi = {
  'POST /api/slips': {
    operationId: 'readSlip',
    summary: 'Read what a parcel contains, with the code on its slip',
    description:
      'The response says nothing about who sent the parcel, until a reveal shows the name that the sender chose. It changes nothing.',
    fails: [404],
    ...everyone,
    body: cases.slipInput,
    answer: cases.slip,
  },
  'POST /api/slips/stop': {
    operationId: 'stopParcels',
    summary: 'Stop all parcels to the address of a parcel, with the code on its slip',
    description:
      'Puts the address on the do-not-prank list; of an address with a unit only the unit, or with the scope `house` the house with all its units. A repeated call has the same response. Refused with 409 once the address was erased.',
    fails: [404, 409],
    ...everyone,
    body: cases.slipStopInput,
    answer: messageAnswer,
  },
  'POST /api/slips/report': {
    operationId: 'reportHarassment',
    summary: 'Report harassment, with the code on a slip',
    description:
      'Holds everything unsent to the address of the parcel, and opens a case for the operator. A repeated call changes nothing and has the same response. Once the address was erased, it opens a case about the parcel alone, and holds nothing.',
    fails: [404],
    ...everyone,
    body: cases.slipReportInput,
    answer: messageAnswer,
  },
  'POST /api/slips/guess': {
    operationId: 'guessSender',
    summary: 'Guess who sent a parcel, with the code on its slip',
    description:
      'The sender chooses whether guesses are possible, and the names that are right. There are three guesses for each parcel; the same guess again does not count. Refused with 409 when no guess is possible.',
    fails: [404, 409],
    ...everyone,
    body: cases.slipGuessInput,
    answer: guessAnswer,
  },
  'POST /api/slips/reaction': {
    operationId: 'sendReaction',
    summary: 'Send an emoji and a message to the sender of a parcel, with the code on its slip',
    description:
      'Once for each parcel; a repeated call changes nothing and has the same response. A message that the screening finds is not delivered: 400. Refused with 409 until the parcel is sent.',
    fails: [404, 409],
    ...everyone,
    body: cases.slipReactionInput,
    answer: messageAnswer,
  },
  'GET /api/admin/cases': {
    operationId: 'listCases',
    summary: 'List the cases that recipients opened, latest first',
    description: 'A case contains neither the address nor the sender, nor the codes of the reported parcels.',
    ...answering,
    query: cases.caseQuery,
    answer: cases.caseList,
  },
  'POST /api/admin/cases/:id/close': {
    operationId: 'closeCase',
    summary: 'Close a case',
    description:
      '`blocked` puts the address on the do-not-prank list: what is held is withdrawn and refunded. Of an address with a unit the `scope` is the unit, or with `house` the house with all its units. With `dismissed` the address may get parcels again; parcels that are held wait until they are released one by one. `blocked` is refused with 409 when the address was erased before the report.',
    fails: [404, 409],
    ...answering,
    params: idParams,
    body: cases.closeCaseInput,
    answer: cases.adminCase,
  },
  'POST /api/admin/cases/:id/sender': {
    operationId: 'revealSender',
    summary: 'Read who sent the reported parcels',
    description: 'The audit trail records the reason before the sender is read.',
    fails: [404],
    ...answering,
    params: idParams,
    body: cases.revealSenderInput,
    answer: cases.caseSenders,
  },
} as const satisfies Endpoints
