import { createHash } from 'node:crypto'
import type { Request, RequestHandler, Response } from 'express'
import { randomText } from '../ids.ts'
import { type AnswerRecorder, KeyUsed } from '../ledger.ts'
import { invalidRequest, StripeApiError } from '../stripe-error.ts'
import type { Context, Decision } from '../use-cases/context.ts'

/** Sets a Request-Id on every answer; events and recorded answers refer to it. */
export const nameRequest: RequestHandler = (_req, res, next) => {
  res.locals.requestId = `req_${randomText(14)}`
  res.set('request-id', res.locals.requestId)
  next()
}

/** Requires a test key, as bearer token or as the user name of basic auth. */
export const requireTestKey: RequestHandler = (req, _res, next) => {
  const [scheme = '', value = ''] = (req.get('authorization') ?? '').split(' ')
  const isBasic = scheme.toLowerCase() === 'basic'
  const key = isBasic ? (Buffer.from(value, 'base64').toString().split(':')[0] ?? '') : value
  if (/^(sk|rk)_test_\S+$/.test(key)) return next()

  const message = key
    ? `Invalid API Key provided: ${key.slice(0, 8)}${'*'.repeat(Math.min(Math.max(key.length - 8, 0), 20))}`
    : "You did not provide an API key. You need to provide your API key in the Authorization header, using Bearer auth (e.g. 'Authorization: Bearer YOUR_SECRET_KEY')."
  throw new StripeApiError(401, { type: 'invalid_request_error', message })
}

/**
 * Answers 409 to a second request with an idempotency key while the first is in progress, as Stripe does, also when
 * the client of the first has closed its connection. Requests that only fetch a stored answer do not block each
 * other: clients that were refused together retry together.
 */
export function refuseConcurrentKeys(): RequestHandler {
  const inUse = new Set<string>()
  const answered = new Set<string>()
  return (req, res, next) => {
    const key = idempotencyKey(req)
    if (key === null) return next()
    if (key.length > 255) throw invalidRequest('Idempotency keys can have up to 255 characters.')
    if (!inUse.has(key)) {
      inUse.add(key)
      onAnswer(res, () => {
        inUse.delete(key)
        if (res.statusCode === 200) keepRecent(answered, key)
      })
    } else if (!answered.has(key)) {
      throw new StripeApiError(409, {
        type: 'idempotency_error',
        code: 'idempotency_key_in_use',
        message:
          'There is currently another in-progress request using this idempotency key (that probably means you submitted twice, and the other request is still going through). Please try again later.',
      })
    }
    next()
  }
}

/** Calls `done` once the answer is complete, even if the client has disconnected. */
function onAnswer(res: Response, done: () => void): void {
  const end = res.end
  res.end = ((...given: Parameters<typeof end>) => {
    done()
    return end.apply(res, given)
  }) as typeof end
}

function keepRecent(keys: Set<string>, key: string): void {
  keys.add(key)
  if (keys.size <= 10_000) return
  const [oldest] = keys
  if (oldest !== undefined) keys.delete(oldest)
}

/** The time and the request that events refer to. */
export function contextOf(req: Request, res: Response, now: Date): Context {
  return { now, request: { id: requestIdOf(res), idempotency_key: idempotencyKey(req) } }
}

/** Returns the recorder for this request's answer; null when the request has no idempotency key. */
export function answerRecorder<T, D extends Decision>(
  req: Request,
  res: Response,
  render: (document: T, decision: D) => object,
): AnswerRecorder<T, D> | null {
  const key = idempotencyKey(req)
  if (key === null) return null
  const request = { key, fingerprint: fingerprintOf(req), requestId: requestIdOf(res) }
  return {
    key,
    // A refusal is recorded, too: the same request gets the same refusal again.
    answer: (document, decision) => ({
      ...request,
      status: decision.refusal?.status ?? 200,
      body: JSON.stringify(decision.refusal ? { error: decision.refusal.body } : render(document, decision)),
    }),
  }
}

/** Runs a request; if its key was used before, repeats the first answer, or answers 400 if the parameters differ. */
export async function answerOnce(req: Request, res: Response, run: () => Promise<object>): Promise<void> {
  try {
    res.json(await run())
  } catch (error) {
    if (!(error instanceof KeyUsed)) throw error
    const { key, fingerprint, requestId, status, body } = error.recorded
    if (fingerprint !== fingerprintOf(req)) {
      throw new StripeApiError(400, {
        type: 'idempotency_error',
        message: `Keys for idempotent requests can only be used with the same parameters they were first used with. Try using a key other than '${key}' if you meant to execute a different request.`,
      })
    }
    res.set({ 'idempotent-replayed': 'true', 'original-request': requestId })
    res.status(status).type('json').send(body)
  }
}

function idempotencyKey(req: Request): string | null {
  return (req.method === 'POST' && req.get('idempotency-key')) || null
}

function requestIdOf(res: Response): string {
  return String(res.locals.requestId)
}

function fingerprintOf(req: Request): string {
  const request = JSON.stringify([req.method, req.baseUrl + req.path, req.body], (_name, value: unknown) =>
    // The order of parameters makes no difference.
    value && typeof value === 'object' && !Array.isArray(value)
      ? Object.fromEntries(Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1)))
      : value,
  )
  return createHash('sha256').update(request).digest('base64url')
}
