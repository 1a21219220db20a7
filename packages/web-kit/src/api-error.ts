/** The message for the user when the network is unavailable (specification, section 8). */
export const networkMessage =
  'Network connection failed. Please check your internet connection and try again.'

const unreadableMessage = 'PrankPost sent an answer that we could not read. Please try again in a moment.'
const maxBodyLength = 200

/** An invalid field of a rejected body. */
export interface FieldIssue {
  path: string
  message: string
}

/**
 * A failed call. `message` can be shown to the user; `status` is 0 when there was no answer; `code` is the answer's
 * own, else `network`, `unreadable` or `http`; `issues` are the invalid fields that the answer lists.
 */
export class ApiError extends Error {
  readonly status: number
  readonly code: string
  readonly issues: readonly FieldIssue[]

  constructor(
    status: number,
    code: string,
    message: string,
    { issues = [], ...options }: ErrorOptions & { issues?: FieldIssue[] } = {},
  ) {
    super(message, options)
    this.name = 'ApiError'
    this.status = status
    this.code = code
    this.issues = issues
  }
}

/** The error of a call without an answer. */
export function networkError(cause: unknown): ApiError {
  return new ApiError(0, 'network', networkMessage, { cause })
}

/** The error of a successful answer whose body does not match the contract. */
export function unreadableAnswer(status: number): ApiError {
  return new ApiError(status, 'unreadable', unreadableMessage)
}

/** The error of a non-OK answer: its `message`, else `{status}: {body or status text}`. */
export function errorFromAnswer(status: number, statusText: string, body: string): ApiError {
  const parsed = parseJson(body)
  if (isRecord(parsed) && typeof parsed.message === 'string' && parsed.message.trim() !== '') {
    const code = typeof parsed.code === 'string' ? parsed.code : 'http'
    return new ApiError(status, code, parsed.message, { issues: issuesOf(parsed.issues) })
  }
  // Only plain text is shown to the user, not markup or JSON.
  const plainText = parsed === undefined && !body.trimStart().startsWith('<') ? body.trim() : ''
  const text = plainText.slice(0, maxBodyLength) || statusText || 'Something went wrong'
  return new ApiError(status, 'http', `${status}: ${text}`)
}

function issuesOf(listed: unknown): FieldIssue[] {
  if (!Array.isArray(listed)) return []
  return listed.filter(
    (issue) => isRecord(issue) && typeof issue.path === 'string' && typeof issue.message === 'string',
  )
}

/** True when there was no answer: only then a read is retried. */
export function isNetworkError(error: unknown): boolean {
  return error instanceof ApiError && error.code === 'network'
}

/** True when the server requires a sign-in: the session has ended. */
export function isSignedOut(error: unknown): boolean {
  return error instanceof ApiError && error.status === 401
}

/** The text to show for an error: the message of an ApiError, the fallback for any other error. */
export function errorText(error: unknown, fallback: string): string {
  return error instanceof ApiError ? error.message : fallback
}

/** The parsed JSON; undefined when the text is not JSON. */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** Narrows to a plain object whose fields can be read. */
export function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
