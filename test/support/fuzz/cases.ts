import fc from 'fast-check'
import type { arbitraryOf } from '../../../packages/contracts/test/arbitrary.ts'
import { pathOf, queryOf } from './addresses.ts'
import { sentBody } from './bodies.ts'

/** A schema of the contract. */
export type Schema = Parameters<typeof arbitraryOf>[0]
/** The part of an endpoint that describes its input. */
export interface Taken {
  params?: Schema
  query?: Schema
  body?: Schema
}

/** A call as it is sent, byte for byte. */
export interface Case {
  method: string
  /** Including the query. */
  path: string
  headers: Record<string, string>
  body: Buffer | undefined
  /** Whether it contains the valid session or admin password. */
  isKnown: boolean
}

const oddHeaders = fc.oneof(
  { weight: 12, arbitrary: fc.constant<Record<string, string>>({}) },
  {
    weight: 3,
    arbitrary: fc.constantFrom<Record<string, string>>(
      { cookie: 'prankpost_session=nonsense' },
      { cookie: `prankpost_session=${'a.'.repeat(2_000)}` },
      { cookie: 'prankpost_session=%; prankpost_session=%zz;;;=' },
      { cookie: '__proto__=x; prankpost_session=eyJhbGciOiJub25lIn0.e30.' },
      { 'x-admin-password': '\xff\xfe' },
      { 'x-admin-password': 'x'.repeat(4_000) },
      { 'x-request-id': '../../x' },
      { 'x-request-id': 'x'.repeat(4_000) },
      { accept: 'text/html' },
      { accept: '\xff' },
      { 'accept-encoding': 'nonsense;q=9' },
      { traceparent: '00-zz-zz-zz' },
      { baggage: 'a=b,'.repeat(500) },
      { 'if-none-match': '*' },
      { range: 'bytes=0-0,5-1' },
      { expect: 'nonsense' },
      { 'x-http-method-override': 'DELETE' },
      { 'x-forwarded-host': 'evil.test' },
      { forwarded: 'for=[::1]' },
    ),
  },
)

/** Calls of an endpoint: valid, nearly valid, and invalid. `known` contains the valid credentials and ids. */
export function casesOf(
  key: string,
  { params, query, body }: Taken,
  known: Record<string, string>,
): fc.Arbitrary<Case> {
  const [method = '', pattern = ''] = key.split(' ')
  const content = method === 'GET' ? fc.constant({ body: undefined, headers: {} }) : sentBody(body)
  const methods = fc.oneof(
    { weight: 40, arbitrary: fc.constant(method) },
    fc.constantFrom('HEAD', 'OPTIONS', 'TRACE', 'PATCH', 'PROPFIND', 'DELETE'),
  )
  return fc
    .record({
      method: methods,
      path: pathOf(pattern, params),
      query: queryOf(query),
      content,
      odd: oddHeaders,
    })
    .map(({ method, path, query, content, odd }) => ({
      method,
      path: query === '' ? path : `${path}?${query}`,
      headers: { ...content.headers, ...known, ...odd },
      body: content.body,
      isKnown: odd.cookie === undefined && odd['x-admin-password'] === undefined,
    }))
}
