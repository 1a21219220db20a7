import type { AnswerOf, ApiKey, BodyIn, ParamsOf, QueryOf } from '@prankpost/contracts/api'
import { errorFromAnswer, networkError, parseJson, unreadableAnswer } from './api-error.ts'
import type { Guard } from './shape.ts'

type Needed<Name extends string, T> = [T] extends [undefined]
  ? { [N in Name]?: never }
  : undefined extends T
    ? { [N in Name]?: T }
    : { [N in Name]: T }

/** The options of a call of this endpoint: `params` and `body` are required exactly when the contract has them. */
export type CallOptions<K extends ApiKey> = Needed<'params', ParamsOf<K>> &
  Needed<'body', BodyIn<K>> & {
    query?: Partial<QueryOf<K>>
    signal?: AbortSignal
    /** Additional headers. */
    headers?: Record<string, string>
    /** Lets a small call continue after its page is closed. */
    keepalive?: boolean
    /** Checks the answer; a rejected answer is an `unreadable` ApiError instead of a broken screen. */
    expect?: Guard<AnswerOf<K>>
  }

/** The arguments after the key: options are required if the endpoint has required ones. */
export type CallRest<K extends ApiKey> =
  Record<never, never> extends CallOptions<K> ? [options?: CallOptions<K>] : [options: CallOptions<K>]

/** The options of any call. */
export interface AnyOptions {
  params?: Record<string, unknown>
  query?: Record<string, unknown>
  body?: unknown
  signal?: AbortSignal
  headers?: Record<string, string>
  keepalive?: boolean
  expect?: Guard<unknown>
}

/**
 * Calls an endpoint of the contract with the session's cookie; a body, if any, is sent as JSON, or as it is
 * if it is a file.
 * @throws ApiError for every failure except an abort: not OK, no answer, or an answer that does not match the contract
 * @example await call('PATCH /api/contacts/:id', { params: { id }, body: { city: 'Reno' } })
 */
export async function call<K extends ApiKey>(key: K, ...[options]: CallRest<K>): Promise<AnswerOf<K>> {
  return (await send(key, (options ?? {}) as AnyOptions)) as AnswerOf<K>
}

async function send(key: string, options: AnyOptions): Promise<unknown> {
  const { ok, status, statusText, content } = await fetchAll(key, options, (response) => response.text())
  if (!ok) throw errorFromAnswer(status, statusText, content)
  if (status === 204) return undefined
  const answer = parseJson(content)
  if (answer === undefined || (options.expect && !options.expect(answer))) throw unreadableAnswer(status)
  return answer
}

let fetchNow: typeof fetch = (...request) => fetch(...request)

/** Replaces `fetch` for all calls: on a server, which knows no origin for the paths of the API. */
export function replaceFetch(replacement: typeof fetch) {
  fetchNow = replacement
}

/** Makes the call and reads the complete answer. */
export async function fetchAll<T>(
  key: string,
  options: AnyOptions,
  read: (response: Response) => Promise<T>,
) {
  const { params, query, body, signal, headers, keepalive } = options
  const [method = 'GET', path = ''] = key.split(' ')
  const isFile = body instanceof Blob
  try {
    const response = await fetchNow(addressOf(path, params, query), {
      method,
      credentials: 'include',
      headers: {
        accept: 'application/json',
        ...(body !== undefined && { 'content-type': isFile ? body.type : 'application/json' }),
        ...headers,
      },
      ...(body !== undefined && { body: isFile ? body : JSON.stringify(body) }),
      ...(signal && { signal }),
      ...(keepalive && { keepalive }),
    })
    const { ok, status, statusText } = response
    return { ok, status, statusText, headers: response.headers, content: await read(response) }
  } catch (error) {
    if (signal?.aborted) throw error
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
