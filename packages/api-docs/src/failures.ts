import type { Json } from './json.ts'

/** Every failure that an endpoint can answer, by status: its component's name, its `code`, what it means. */
const failures = {
  400: ['BadRequest', 'invalid', 'What was sent does not hold. `issues` names the fields.'],
  401: ['Unauthorized', 'unauthorized', 'Nobody is signed in, or the password is missing or wrong.'],
  402: ['PaymentRequired', 'payment_required', 'Stripe has no money for it yet. Ask again a little later.'],
  403: ['Forbidden', 'forbidden', 'Not allowed; also any change that a page of another origin asks for.'],
  404: ['NotFound', 'not_found', "Not there, or somebody else's."],
  409: ['Conflict', 'conflict', 'It is not, or not any more, in a state in which this can be done.'],
  411: ['LengthRequired', 'length_required', 'The body came in chunks. Send it with a Content-Length.'],
  413: ['TooLarge', 'too_large', 'More was sent than the endpoint accepts; `message` states the limit.'],
  415: ['Unsupported', 'unsupported', 'The body was compressed. Send it as it is.'],
  422: ['Unprocessable', 'unprocessable', 'Stripe would not make the payment session.'],
  429: ['TooMany', 'too_many', 'Too often from one address or account.'],
  500: ['Internal', 'internal', 'A fault of ours.'],
  503: [
    'Unavailable',
    'unavailable',
    'Something that this needs is away for the moment. Try again a little later.',
  ],
} as const

/** A status that a failure can have. */
export type FailureStatus = keyof typeof failures

/** The reference to the answer of a failure. */
export const failureRef = (status: FailureStatus): Json => ({
  $ref: `#/components/responses/${failures[status][0]}`,
})

/** The answers of all failures, as components: the one error shape, with the code of its status. */
export function failureAnswers(errorAnswer: Json): Json {
  const entries = Object.entries(failures).map(([status, [name, code, description]]) => {
    const headers = {
      'X-Request-Id': { $ref: '#/components/headers/RequestId' },
      ...(status === '429' ? { 'Retry-After': { $ref: '#/components/headers/RetryAfter' } } : {}),
    }
    const schema = { allOf: [errorAnswer], properties: { code: { const: code } } }
    return [name, { description, headers, content: { 'application/json': { schema } } }]
  })
  return Object.fromEntries(entries)
}
