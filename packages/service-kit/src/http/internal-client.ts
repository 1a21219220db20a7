import { setTimeout as sleep } from 'node:timers/promises'
import { errorAnswer, type ServiceName } from '@prankpost/contracts'
import jsonwebtoken from 'jsonwebtoken'
import type { z } from 'zod'
import { AppError, type ErrorCode, unavailable } from '../errors.ts'
import { inClientSpan, traceHeaders } from '../ops/tracing.ts'
import { createReplicas, isDisconnected } from './replicas.ts'

/** Calls the `/internal` routes of another service with a signed token. Expected failures are AppErrors. */
export interface InternalClient {
  /** Retried, because a read can be repeated. @throws 503 when the service is unavailable */
  get<T extends z.ZodType>(path: string, answer: T): Promise<z.output<T>>
  /**
   * Retried when the connection ended without a response: a stopping replica may have closed it. Therefore every
   * internal command has to be repeatable. @throws 503 when the service is unavailable
   */
  post<T extends z.ZodType>(path: string, answer: T, body: unknown): Promise<z.output<T>>
}

export interface InternalClientOptions {
  /** The calling service. */
  from: ServiceName
  /** The called service. */
  to: ServiceName
  /** Base URLs of the replicas of the called service. */
  urls: string[]
  /** The caller's own key (ES256, PKCS#8, PEM). */
  privateKey: string
  /** The timeout of each attempt; default 3 s. */
  timeoutMs?: number
}

/** Creates a client for one other service. */
export function createInternalClient({
  from,
  to,
  urls,
  privateKey,
  timeoutMs = 3_000,
}: InternalClientOptions): InternalClient {
  const token = tokenSource(from, to, privateKey)
  const replicas = createReplicas(urls)

  const send = (base: string, method: string, path: string, body: unknown): Promise<Answer> =>
    inClientSpan(`${method} ${to}`, { 'http.request.method': method, 'peer.service': to }, async (span) => {
      const response = await replicas.send(base, {
        method,
        path,
        // From the connection to the last byte of the response.
        signal: AbortSignal.timeout(timeoutMs),
        headers: {
          authorization: `Bearer ${token()}`,
          ...(body === undefined ? {} : { 'content-type': 'application/json' }),
          ...traceHeaders(),
        },
        body: body === undefined ? null : JSON.stringify(body),
      })
      span.setAttribute('http.response.status_code', response.statusCode)
      return { ...response, text: await response.body.text() }
    })

  const tryOnce = async <T extends z.ZodType>(
    base: string,
    method: 'GET' | 'POST',
    path: string,
    schema: T,
    body: unknown,
  ): Promise<Attempt<z.output<T>>> => {
    try {
      const response = await send(base, method, path, body)
      if (response.statusCode < 200 || response.statusCode > 299) {
        const failure = toError(to, response)
        return { failure, again: method === 'GET' && failure.retryable }
      }
      const parsed = schema.safeParse(readJson(response.text))
      if (parsed.success) return { answer: parsed.data }
      return { failure: unavailable(undefined, new Error(`${to}: unexpected answer`)), again: false }
    } catch (error) {
      return { failure: unavailable(undefined, error), again: method === 'GET' || isDisconnected(error) }
    }
  }

  const call = async <T extends z.ZodType>(
    method: 'GET' | 'POST',
    path: string,
    schema: T,
    body?: unknown,
  ) => {
    // Each attempt uses a different replica than the previous one, even if other calls are made in between.
    let base: string | undefined
    for (let n = 1; ; n++) {
      base = replicas.next(base)
      const result = await tryOnce(base, method, path, schema, body)
      if ('answer' in result) return result.answer
      if (!result.again || n >= urls.length + 2) throw result.failure
      if (n >= urls.length) await sleep(100 * n)
    }
  }

  return {
    get: (path, answer) => call('GET', path, answer),
    post: (path, answer, body) => call('POST', path, answer, body),
  }
}

type Attempt<T> = { answer: T } | { failure: AppError; again: boolean }

interface Answer {
  statusCode: number
  headers: Record<string, string | string[] | undefined>
  text: string
}

function readJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/**
 * An expected failure keeps its message, also that of a 503, because it states what the person can do. A 401 or 403 refuses
 * the calling service (no internal route answers so for a person): the settings are wrong, and the person can only wait.
 */
function toError(to: ServiceName, response: Answer): AppError {
  const parsed = errorAnswer.safeParse(readJson(response.text))
  const cause = new Error(`${to}: ${response.statusCode}`)
  if (!parsed.success) return unavailable(undefined, cause)
  const { message, code, issues } = parsed.data
  if ([401, 403].includes(response.statusCode)) return unavailable(undefined, cause)
  if (response.statusCode >= 500) return unavailable(code === 'unavailable' ? message : undefined, cause)
  const retryAfterSeconds = Number(response.headers['retry-after']) || undefined
  return new AppError({
    code: code as ErrorCode,
    status: response.statusCode,
    message,
    issues,
    retryAfterSeconds,
  })
}

// One token is used for half a minute, so that most calls need no signing.
function tokenSource(from: ServiceName, to: ServiceName, privateKey: string): () => string {
  let token = ''
  let until = 0
  return () => {
    if (Date.now() > until) {
      const options = { algorithm: 'ES256', issuer: from, audience: to, expiresIn: 60 } as const
      token = jsonwebtoken.sign({}, privateKey, options)
      until = Date.now() + 30_000
    }
    return token
  }
}
