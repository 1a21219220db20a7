import type { AnswerOf, ApiKey, BodyIn, ParamsOf, QueryOf } from '@prankpost/contracts/api'
import { errorFromAnswer, networkError, parseJson, unreadableAnswer } from './api-error.ts'
import type { Guard } from './shape.ts'

type Needed<Name extends string, T> = [T] extends [undefined] ? { [N in Name]?: never } : { [N in Name]: T }

/** What a call of this endpoint takes: params and body exactly where the contract has them. */
export type CallOptions<K extends ApiKey> = Needed<'params', ParamsOf<K>> &
  Needed<'body', BodyIn<K>> & {
    query?: Partial<QueryOf<K>>
    signal?: AbortSignal
    /** Looks at the answer; what it refuses is an `unreadable` ApiError instead of a broken screen. */
    expect?: Guard<AnswerOf<K>>
  }

type Rest<K extends ApiKey> =
  Record<never, never> extends CallOptions<K> ? [options?: CallOptions<K>] : [options: CallOptions<K>]

interface AnyOptions {
  params?: Record<string, unknown>
  query?: Record<string, unknown>
  body?: unknown
  signal?: AbortSignal
  expect?: Guard<unknown>
}

/**
 * Calls an endpoint of the contract with the session's cookie; a body is JSON, and is sent only where there is one.
 * @throws ApiError for every failure but an abort: not OK, no answer, or an answer that is not the contract's
 * @example await call('PATCH /api/contacts/:id', { params: { id }, body: { city: 'Reno' } })
 */
export async function call<K extends ApiKey>(key: K, ...[options]: Rest<K>): Promise<AnswerOf<K>> {
  return (await send(key, (options ?? {}) as AnyOptions)) as AnswerOf<K>
}

async function send(key: string, { params, query, body, signal, expect }: AnyOptions): Promise<unknown> {
  const [method = 'GET', path = ''] = key.split(' ')
  const { status, statusText, ok, content } = await fetchText(addressOf(path, params, query), {
    method,
    credentials: 'include',
    headers: {
      accept: 'application/json',
      ...(body !== undefined && { 'content-type': 'application/json' }),
    },
    ...(body !== undefined && { body: JSON.stringify(body) }),
    ...(signal && { signal }),
  })
  if (!ok) throw errorFromAnswer(status, statusText, content)
  if (status === 204) return undefined
  const answer = parseJson(content)
  if (answer === undefined || (expect && !expect(answer))) throw unreadableAnswer(status)
  return answer
}

async function fetchText(address: string, init: RequestInit) {
  try {
    const response = await fetch(address, init)
    const { status, statusText, ok } = response
    return { status, statusText, ok, content: await response.text() }
  } catch (error) {
    if (init.signal?.aborted) throw error
    throw networkError(error)
  }
}

function addressOf(path: string, params: Record<string, unknown> = {}, query: Record<string, unknown> = {}) {
  const filled = path.replace(/:(\w+)/g, (_, name: string) => encodeURIComponent(String(params[name])))
  const search = new URLSearchParams(
    Object.entries(query).flatMap(([name, value]) => (value === undefined ? [] : [[name, String(value)]])),
  ).toString()
  return search ? `${filled}?${search}` : filled
}
