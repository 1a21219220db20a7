import type { Json } from './json.ts'

/** Every error response of an endpoint, by status: its component's name, its `code` (or its codes) and its meaning. */
const failures = {
  400: ['BadRequest', 'invalid', 'The request is not valid. `issues` lists the invalid fields.'],
  401: ['Unauthorized', 'unauthorized', 'Not signed in, or the password is missing or wrong.'],
  402: ['PaymentRequired', 'payment_required', 'Stripe has not received the payment yet. Retry later.'],
  403: [
    'Forbidden',
    ['forbidden', 'totp_required'],
    'Not allowed, or a state-changing call from a page of another origin. `totp_required`: the operator must set up one-time codes first.',
  ],
  404: ['NotFound', 'not_found', 'It does not exist, or belongs to another customer.'],
  409: ['Conflict', 'conflict', 'The current state does not allow this.'],
  410: ['Gone', 'gone', 'It existed once, and does not come back at this address.'],
  411: ['LengthRequired', 'length_required', 'The body was sent in chunks. Send it with a Content-Length.'],
  413: ['TooLarge', 'too_large', 'The body is larger than the endpoint accepts; `message` states the limit.'],
  415: ['Unsupported', 'unsupported', 'The body is compressed. Send it without compression.'],
  422: [
    'Unprocessable',
    ['unprocessable', 'code_required'],
    'Stripe refused to create the payment session. `code_required`: the operator must send a one-time code, too.',
  ],
  429: ['TooMany', 'too_many', 'Too many calls from one address or account.'],
  500: ['Internal', 'internal', 'An internal error.'],
  503: ['Unavailable', 'unavailable', 'A part of the shop is temporarily unavailable. Retry later.'],
} as const

/** A status of an error response. */
export type FailureStatus = keyof typeof failures

/** The reference to an error response. */
export const failureRef = (status: FailureStatus): Json => ({
  $ref: `#/components/responses/${failures[status][0]}`,
})

/** All error responses, as components: the common error schema, with the codes of the status. */
export function failureAnswers(errorAnswer: Json): Json {
  const entries = Object.entries(failures).map(([status, [name, code, description]]) => {
    const headers = {
      'X-Request-Id': { $ref: '#/components/headers/RequestId' },
      ...(status === '429' ? { 'Retry-After': { $ref: '#/components/headers/RetryAfter' } } : {}),
    }
    const schema = { allOf: [errorAnswer], properties: { code: { enum: [code].flat() } } }
    return [name, { description, headers, content: { 'application/json': { schema } } }]
  })
  return Object.fromEntries(entries)
}
