import type { ErrorAnswer } from '@prankpost/contracts'

/** Codes of expected failures, as clients see them in `code`. */
export type ErrorCode =
  | 'invalid'
  | 'unauthorized'
  | 'payment_required'
  | 'forbidden'
  | 'not_found'
  | 'conflict'
  | 'length_required'
  | 'too_large'
  | 'unsupported'
  | 'unprocessable'
  | 'too_many'
  | 'unavailable'
  | 'internal'

interface AppErrorOptions {
  code: ErrorCode
  /** HTTP status. */
  status: number
  /** Fit for the person who reads it, with the way out. */
  message: string
  /** Whether the same call may work a little later. */
  retryable?: boolean
  issues?: ErrorAnswer['issues']
  retryAfterSeconds?: number
  cause?: unknown
}

/** An expected failure; anything else that is thrown is a fault and becomes a plain 500. */
export class AppError extends Error {
  override name = 'AppError'
  readonly code: ErrorCode
  readonly status: number
  readonly retryable: boolean
  readonly issues: ErrorAnswer['issues']
  readonly retryAfterSeconds: number | undefined

  constructor({
    code,
    status,
    message,
    retryable = false,
    issues,
    retryAfterSeconds,
    cause,
  }: AppErrorOptions) {
    super(message, { cause })
    this.code = code
    this.status = status
    this.retryable = retryable
    this.issues = issues
    this.retryAfterSeconds = retryAfterSeconds
  }
}

/** 400: what was sent does not hold. */
export const invalid = (message: string, issues?: ErrorAnswer['issues']) =>
  new AppError({ code: 'invalid', status: 400, message, issues })

/** 401: nobody is signed in; the word is the specification's. */
export const unauthorized = (message = 'Unauthorized') =>
  new AppError({ code: 'unauthorized', status: 401, message })

/** 402: Stripe has no money for it yet. */
export const paymentRequired = (message: string) =>
  new AppError({ code: 'payment_required', status: 402, message, retryable: true })

/** 403: known, and not allowed. */
export const forbidden = (message: string) => new AppError({ code: 'forbidden', status: 403, message })

/** 404: not there, or somebody else's. */
export const notFound = (message = 'Not found') => new AppError({ code: 'not_found', status: 404, message })

/** 409: not in the state that it is in. */
export const conflict = (message: string) => new AppError({ code: 'conflict', status: 409, message })

/** 411: the body comes in chunks, so that its length is known only at its end. */
export const lengthRequired = () =>
  new AppError({
    code: 'length_required',
    status: 411,
    message: 'A body must state its length: send it with Content-Length, not in chunks.',
  })

/** 413: the body is larger than its route accepts. */
export const tooLarge = (maxBytes: number) =>
  new AppError({
    code: 'too_large',
    status: 413,
    message: `That is too large: at most ${Math.floor(maxBytes / 1024)} kB can be sent here.`,
  })

/** 415: the body is compressed. */
export const unsupportedEncoding = () =>
  new AppError({
    code: 'unsupported',
    status: 415,
    message: 'Compressed bodies are not accepted: send it without compression.',
  })

/** 429: too often from one address or account. */
export const tooMany = (message: string, retryAfterSeconds?: number) =>
  new AppError({ code: 'too_many', status: 429, message, retryAfterSeconds, retryable: true })

/** 503: something that this needs is away for the moment. */
export const unavailable = (
  message = 'This is not available right now. Please try again in a moment.',
  cause?: unknown,
) => new AppError({ code: 'unavailable', status: 503, message, retryable: true, cause })

const outageNames = new Set([
  'MongoNetworkError',
  'MongoNetworkTimeoutError',
  'MongoServerSelectionError',
  'MongoNotConnectedError',
  'MongoTopologyClosedError',
  'MongoPoolClearedError',
  'MongoPoolClosedError',
  'MongoWaitQueueTimeoutError',
  'MongooseServerSelectionError',
])

/** MongoDB's driver lets these through as they are when it writes to a connection that was reset just before. */
const outageCodes = new Set(['ECONNRESET', 'EPIPE', 'ECONNREFUSED', 'ETIMEDOUT'])
/** What a server answers that is shutting down, or that is not the primary any more. */
const serverOutages = ['91', '189', '10107', '11600', '11602', '13435', '13436']
for (const code of serverOutages) outageCodes.add(code)

/**
 * Whether an error says that the database or another service is unavailable, not that the work is wrong. A call is
 * then answered with 503, and a sweep tries again; for a message it makes no difference (see `startConsumer`).
 */
export function isOutage(error: unknown): boolean {
  if (error instanceof AppError) return error.code === 'unavailable'
  const { name, code, errorResponse } = Object(error) as { [property: string]: unknown }
  // The driver wraps what a bulk write ran into.
  if (name === 'MongoBulkWriteError' && errorResponse instanceof Error) return isOutage(errorResponse)
  return outageNames.has(String(name)) || outageCodes.has(String(code))
}

/** Whether MongoDB refused a write because a unique key is taken. */
export function isDuplicateKey(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 11000
}
