import { type ApiKey, api, maxBodyBytesOf } from '@prankpost/contracts'
import type { Endpoint } from '@prankpost/contracts/endpoint'
import type { z } from 'zod'
import { type FailureStatus, failureRef } from './failures.ts'
import type { Json } from './json.ts'
import type { SchemaBook } from './schemas.ts'

const webhook = 'POST /api/webhooks/stripe'
const parameterDescriptions: Record<string, string> = {
  limit: 'The maximum number of items; 0 returns only the total.',
  cursor: 'The `nextCursor` of the previous page.',
  status: 'Returns only items with this status.',
  q: 'Returns only items that contain all of these words in ids, names, e-mail addresses or subjects.',
  kind: 'Returns only changes and exports of files (`changes`), or only reads of personal data (`reads`).',
  unpaid: '`exclude` omits orders that were never paid.',
  days: 'The number of days, including today.',
}
const security = {
  public: () => [],
  customer: () => [{ session: [] }],
  admin: (isRead: boolean) => [
    { operatorSession: [] },
    { adminPassword: [] },
    ...(isRead ? [{ adminPasswordInQuery: [] }] : []),
  ],
}

/** The operation of an endpoint. */
export function operationOf(key: ApiKey, book: SchemaBook): Json {
  const endpoint: Endpoint = api[key]
  const { operationId, summary, roles } = endpoint
  const description = [endpoint.description, roles && `Roles: ${roles.join(', ')}.`].filter(Boolean).join(' ')
  const isRead = key.startsWith('GET ')
  const parameters = [
    ...parametersOf('path', endpoint.params, book),
    ...parametersOf('query', endpoint.query, book),
    ...(key === webhook ? [stripeSignature] : []),
  ]
  const requestBody = key === webhook ? stripeEvent : bodyOf(endpoint, book)
  const limit = `At most ${maxBodyBytesOf(key) / 1024} kB.`
  return {
    operationId,
    tags: [endpoint.service],
    summary,
    ...(description === '' ? {} : { description }),
    security: security[endpoint.access](isRead),
    ...(parameters.length === 0 ? {} : { parameters }),
    ...(requestBody === undefined ? {} : { requestBody: { description: limit, ...requestBody } }),
    responses: {
      [endpoint.status]: successOf(key, endpoint, book),
      ...(revalidated.includes(key) ? { 304: { description: 'Not modified.' } } : {}),
      ...Object.fromEntries(failuresOf(key, endpoint).map((status) => [status, failureRef(status)])),
    },
  }
}

/** Public reads with an ETag. */
const revalidated: readonly string[] = [
  'GET /api/pranks',
  'GET /api/pranks/:slug',
  'GET /api/shop',
  'GET /api/texts/:name',
  'GET /api/texts/:name/versions/:version',
]

function parametersOf(place: 'path' | 'query', schema: z.ZodType | undefined, book: SchemaBook): Json[] {
  if (schema === undefined) return []
  const { properties = {}, required = [] } = book.inPlace(schema, 'input') as {
    properties?: Record<string, Json>
    required?: string[]
  }
  return Object.entries(properties).map(([name, part]) => {
    const description = place === 'query' ? parameterDescriptions[name] : undefined
    return {
      name,
      in: place,
      ...(description === undefined ? {} : { description }),
      required: required.includes(name),
      schema: part,
    }
  })
}

function bodyOf({ body, upload }: Endpoint, book: SchemaBook): Json | undefined {
  if (upload !== undefined)
    return { required: true, content: Object.fromEntries(upload.map((type) => [type, {}])) }
  if (body === undefined) return undefined
  return { required: true, content: { 'application/json': { schema: book.schemaOf(body, 'input') } } }
}

function successOf(key: string, endpoint: Endpoint, book: SchemaBook): Json {
  const { status, answer, file, isStored, setsCookie } = endpoint
  const header = (name: string) => ({ $ref: `#/components/headers/${name}` })
  const content =
    file !== undefined
      ? { [file]: fileSchemas[file] ?? {} }
      : answer && { 'application/json': { schema: book.schemaOf(answer, 'output') } }
  return {
    description: { 200: 'Success.', 201: 'Created.', 204: 'Success, without content.', 302: 'Redirect.' }[
      status
    ],
    headers: {
      'X-Request-Id': header('RequestId'),
      ...(setsCookie ? { 'Set-Cookie': header('SessionCookie') } : {}),
      ...(file === undefined || isStored ? {} : { 'Content-Disposition': header('FileName') }),
      ...(status === 302 ? { Location: header('Location') } : {}),
      ...(key === 'GET /api/pranks' ? { ETag: header('ETag') } : {}),
    },
    ...(content === undefined ? {} : { content }),
  }
}

/** The JSON Schemas of text files. */
const fileSchemas: Record<string, Json> = {
  'text/csv': { schema: { type: 'string' } },
  'application/json': { schema: { type: 'object' } },
}

/** The error statuses of an endpoint: those of all endpoints, of its kind, and its own. */
function failuresOf(key: string, endpoint: Endpoint): FailureStatus[] {
  const { access, params, query, fails = [] } = endpoint
  const isRead = key.startsWith('GET ')
  const statuses = new Set<FailureStatus>([429, 500, 503, ...fails])
  if (!isRead || params !== undefined || query !== undefined) statuses.add(400)
  if (!isRead) statuses.add(403).add(411).add(413).add(415)
  if (access !== 'public') statuses.add(401)
  if (access === 'admin') statuses.add(403)
  return [...statuses].sort((a, b) => a - b)
}

const stripeSignature = {
  name: 'Stripe-Signature',
  in: 'header',
  required: true,
  description: 'The signature of the body, made with the secret that Stripe and the shop share.',
  schema: { type: 'string' },
}
const stripeEvent = {
  required: true,
  content: {
    'application/json': {
      schema: { type: 'object', description: "An event as Stripe's own documentation describes it." },
    },
  },
}
