import type { ErrorAnswer } from '@prankpost/contracts'

/** Codes of expected failures, as clients see them in `code`. */
export type ErrorCode =
  | 'invalid'
  | 'unauthorized'
  | 'payment_required'
  | 'forbidden'
  | 'totp_required'
  | 'not_found'
  | 'conflict'
  | 'gone'
  | 'length_required'
  | 'too_large'
  | 'unsupported'
  | 'unprocessable'
  | 'code_required'
  | 'too_many'
  | 'unavailable'
  | 'internal'

interface AppErrorOptions {
  code: ErrorCode
  /** HTTP status. */
  status: number
  /** Written for the person who reads it, including what they can do. */
  message: string
  /** Whether the same call may work a little later. */
  retryable?: boolean
  issues?: ErrorAnswer['issues']
  retryAfterSeconds?: number
  cause?: unknown
}

/** An expected failure. Any other thrown error is a fault and becomes a plain 500. */
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

/** 400: the request is not valid. */
export const invalid = (message: string, issues?: ErrorAnswer['issues']) =>
  new AppError({ code: 'invalid', status: 400, message, issues })

/** 401: not signed in. The default message is from the specification. */
export const unauthorized = (message = 'Unauthorized') =>
  new AppError({ code: 'unauthorized', status: 401, message })

/** 402: Stripe has not received the payment yet. */
export const paymentRequired = (message: string) =>
  new AppError({ code: 'payment_required', status: 402, message, retryable: true })

/** 403: the caller is known but not allowed. */
export const forbidden = (message: string) => new AppError({ code: 'forbidden', status: 403, message })

/** 403: the operator's role requires one-time codes, and none are set up. */
export const totpRequired = () =>
  new AppError({
    code: 'totp_required',
    status: 403,
    message: 'Your role needs one-time codes. Please set them up first.',
  })

/** 422: the operator's password is right, and a one-time code is needed. */
export const codeRequired = () =>
  new AppError({ code: 'code_required', status: 422, message: 'Enter the code from your app.' })

/** 404: it does not exist, or it belongs to another customer. */
export const notFound = (message = 'Not found') => new AppError({ code: 'not_found', status: 404, message })

/** 409: the current state does not allow it. */
export const conflict = (message: string) => new AppError({ code: 'conflict', status: 409, message })

/** 410: it existed, and is no longer available. */
export const gone = (message: string) => new AppError({ code: 'gone', status: 410, message })

/** 411: the body is sent in chunks, so that its length is not known in advance. */
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

/** 415: the body has another media type than the endpoint accepts. */
export const unsupportedType = (types: readonly string[]) =>
  new AppError({ code: 'unsupported', status: 415, message: `Send it as one of: ${types.join(', ')}.` })

/** 429: too many calls from one address or account. */
export const tooMany = (message: string, retryAfterSeconds?: number) =>
  new AppError({ code: 'too_many', status: 429, message, retryAfterSeconds, retryable: true })

/** 503: something that the call depends on is temporarily unavailable. */
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

/** MongoDB's driver passes these through unchanged when it writes to a connection that was reset just before. */
const outageCodes = new Set(['ECONNRESET', 'EPIPE', 'ECONNREFUSED', 'ETIMEDOUT'])
/** Error codes of a server that is shutting down or is no longer the primary. */
const serverOutages = ['91', '189', '10107', '11600', '11602', '13435', '13436']
for (const code of serverOutages) outageCodes.add(code)

/**
 * Whether an error means that the database or another service is unavailable, not that the operation is wrong. A call
 * is then answered with 503, and a sweep tries again; for a message it makes no difference (see `startConsumer`).
 */
export function isOutage(error: unknown): boolean {
  if (error instanceof AppError) return error.code === 'unavailable'
  const { name, code, errorResponse } = Object(error) as { [property: string]: unknown }
  // The driver wraps the error of a bulk write.
  if (name === 'MongoBulkWriteError' && errorResponse instanceof Error) return isOutage(errorResponse)
  return outageNames.has(String(name)) || outageCodes.has(String(code))
}

/** Whether MongoDB refused a write because a unique key is taken. */
export function isDuplicateKey(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 11000
}

/** Whether a write was made: false when a unique key is taken. @throws any other error of the write */
export async function unlessDuplicate(write: PromiseLike<unknown>): Promise<boolean> {
  try {
    await write
    return true
  } catch (error) {
    if (isDuplicateKey(error)) return false
    throw error
  }
}
