import { setTimeout as sleep } from 'node:timers/promises'
import { errorAnswer, type ServiceName } from '@prankpost/contracts'
import jsonwebtoken from 'jsonwebtoken'
import type { z } from 'zod'
import { AppError, type ErrorCode, unavailable } from './errors.ts'
import { createReplicas } from './replicas.ts'
import { type HttpAnswer, sendHttp } from './send-http.ts'
import { inClientSpan, traceHeaders } from './tracing.ts'

/** Calls another service's `/internal` routes, signed; its expected failures come back as AppErrors. */
export interface InternalClient {
  /** Retried twice, since asking again changes nothing. @throws 503 when the service is away */
  get<T extends z.ZodType>(path: string, answer: T): Promise<z.output<T>>
  /**
   * Retried where the connection ended without an answer: a replica that stops may have closed it under the
   * call. So every internal command has to be one that can be repeated. @throws 503 when the service is away
   */
  post<T extends z.ZodType>(path: string, answer: T, body: unknown): Promise<z.output<T>>
}

export interface InternalClientOptions {
  /** Who calls. */
  from: ServiceName
  /** Who is called. */
  to: ServiceName
  /** Base URLs of its replicas, taken in turn. */
  urls: string[]
  /** The caller's own key (ES256, PKCS#8, PEM). */
  privateKey: string
  /** For each attempt; default 3 s. */
  timeoutMs?: number
}

/** Makes a client for one other service. */
export function createInternalClient({
  from,
  to,
  urls,
  privateKey,
  timeoutMs = 3_000,
}: InternalClientOptions): InternalClient {
  const token = tokenSource(from, to, privateKey)
  const replicas = createReplicas(urls)

  const send = (base: string, method: string, path: string, body: unknown): Promise<HttpAnswer> =>
    inClientSpan(`${method} ${to}`, { 'http.request.method': method, 'peer.service': to }, async (span) => {
      const unwatch = replicas.watch(base)
      try {
        const answer = await sendHttp(`${base}${path}`, {
          method,
          agent: replicas.agent,
          timeoutMs,
          headers: {
            authorization: `Bearer ${token()}`,
            ...(body === undefined ? {} : { 'content-type': 'application/json' }),
            ...traceHeaders(),
          },
          body: body === undefined ? undefined : JSON.stringify(body),
        })
        if (answer.isLast) replicas.rest(base)
        span.setAttribute('http.response.status_code', answer.status)
        return answer
      } finally {
        unwatch()
      }
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
      if (response.status < 200 || response.status > 299) {
        const failure = toError(to, response)
        return { failure, again: method === 'GET' && failure.retryable }
      }
      const parsed = schema.safeParse(readJson(response.text))
      if (parsed.success) return { answer: parsed.data }
      return { failure: unavailable(undefined, new Error(`${to}: unexpected answer`)), again: false }
    } catch (error) {
      return { failure: unavailable(undefined, error), again: method === 'GET' || endedUnanswered(error) }
    }
  }

  const call = async <T extends z.ZodType>(
    method: 'GET' | 'POST',
    path: string,
    schema: T,
    body?: unknown,
  ) => {
    // Each try is at another replica than the one before, whatever other calls do meanwhile.
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

const endings = ['ECONNREFUSED', 'ECONNRESET', 'EPIPE', 'ETIMEDOUT', 'EHOSTUNREACH']

/** Whether the connection was not there, or went away before an answer came. */
const endedUnanswered = (error: unknown) => endings.includes(String((error as { code?: unknown }).code))

function readJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

function toError(to: ServiceName, response: HttpAnswer): AppError {
  const parsed = errorAnswer.safeParse(readJson(response.text))
  if (!parsed.success || response.status >= 500)
    return unavailable(undefined, new Error(`${to}: ${response.status}`))
  const { message, code, issues } = parsed.data
  return new AppError({ code: code as ErrorCode, status: response.status, message, issues })
}

// One token serves for half a minute: signing is not on the path of each call.
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
