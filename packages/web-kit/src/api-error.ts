/** What a person reads when the network is away (specification, section 8). */
export const networkMessage =
  'Network connection failed. Please check your internet connection and try again.'

const unreadableMessage = 'PrankPost sent an answer that we could not read. Please try again in a moment.'
const maxBodyLength = 200

/**
 * A call that did not end well. `message` is fit for a person; `status` is 0 when no answer came at all;
 * `code` is the answer's own, else `network`, `unreadable` or `http`.
 */
export class ApiError extends Error {
  readonly status: number
  readonly code: string

  constructor(status: number, code: string, message: string, options?: ErrorOptions) {
    super(message, options)
    this.name = 'ApiError'
    this.status = status
    this.code = code
  }
}

/** The failure of a call that never got an answer. */
export function networkError(cause: unknown): ApiError {
  return new ApiError(0, 'network', networkMessage, { cause })
}

/** The failure of a call whose good status came with something else than its contract says. */
export function unreadableAnswer(status: number): ApiError {
  return new ApiError(status, 'unreadable', unreadableMessage)
}

/** The failure that a non-OK answer stands for: its `message`, else `{status}: {body or status text}`. */
export function errorFromAnswer(status: number, statusText: string, body: string): ApiError {
  const parsed = parseJson(body)
  if (isRecord(parsed) && typeof parsed.message === 'string' && parsed.message.trim() !== '') {
    return new ApiError(status, typeof parsed.code === 'string' ? parsed.code : 'http', parsed.message)
  }
  // Markup and JSON are for machines; only plain words are shown to a person.
  const words = parsed === undefined && !body.trimStart().startsWith('<') ? body.trim() : ''
  const text = words.slice(0, maxBodyLength) || statusText || 'Something went wrong'
  return new ApiError(status, 'http', `${status}: ${text}`)
}

/** True when no answer came at all: the one kind of failure after which a read is tried again. */
export function isNetworkError(error: unknown): boolean {
  return error instanceof ApiError && error.code === 'network'
}

/** True when the server took the customer for a guest: the session has ended meanwhile. */
export function isSignedOut(error: unknown): boolean {
  return error instanceof ApiError && error.status === 401
}

/** What to show of a failure: an ApiError's own words, the fallback for anything else. */
export function errorText(error: unknown, fallback: string): string {
  return error instanceof ApiError ? error.message : fallback
}

/** The value that JSON text stands for; undefined when it is not JSON. */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** Narrows to a plain object whose fields can be looked at. */
export function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
