import {
  type ApiKey,
  adminPasswordHeader,
  api,
  errorAnswer,
  operatorCookieOf,
  serviceDescriptions,
  sessionCookie,
  sessionCookieOf,
} from '@prankpost/contracts'
import { failureAnswers } from './failures.ts'
import type { Json } from './json.ts'
import { operationOf } from './operation.ts'
import { createSchemaBook } from './schemas.ts'
import { version } from './version.ts'

const secureName = sessionCookieOf('https://')
const operatorCookie = operatorCookieOf('')

const description = `\
The store and the operator's admin use this API for everything, and your program can use it, too. Requests and \
responses are JSON. When a customer registers or signs in (\`POST /api/auth/register\`, \`POST /api/auth/login\`), the \
response sets a cookie, \`${sessionCookie}\` (over https \`${secureName}\`). The customer's calls require it; a program \
has to store it like a browser. To buy something: read the \`pranks\` on sale, send a cart to \`create-order-record\`, \
open its payment session with \`create-stripe-session\`, redirect the customer to the returned \`url\`, and call \
\`confirm-payment-success\` when they return. The calls of operators (\`/api/admin/...\`, \`/api/operators/...\`) \
require the cookie that \`POST /api/operators/sign-in\` sets, \`${operatorCookie}\`, or the shared admin password in the \
header \`${adminPasswordHeader}\`, which acts as the owner. Each endpoint names the roles that may call it.

Money is in US dollars, as decimal strings in responses; times are ISO 8601 in UTC. Every error response has the same \
schema, \`ErrorAnswer\`: show \`message\` to people, use \`code\` in programs, and quote \`requestId\` when you ask for \
help. The operator's lists are pages of \`{ items, total, nextCursor }\`, latest first: pass \`nextCursor\` as \
\`cursor\` to read the next page. Too many calls are answered with 429 and a \`Retry-After\`; 503 means that a part of \
the shop is temporarily unavailable. A page of another origin cannot read or change anything. The events between the \
services are described at [/api/docs/asyncapi.json](/api/docs/asyncapi.json).`

/** Creates the OpenAPI 3.1 document of every public endpoint of the contract. */
export function openApiDocument(): Json {
  const book = createSchemaBook('draft-2020-12')
  const paths: Record<string, Json> = {}
  for (const key of Object.keys(api) as ApiKey[]) {
    const [method = '', path = ''] = key.split(' ')
    const template = path.replace(/:(\w+)/g, '{$1}')
    paths[template] = {
      ...paths[template],
      [method.toLowerCase()]: operationOf(key, book),
    }
  }
  const services = [...new Set(Object.values(api).map(({ service }) => service))]
  return book.finish({
    openapi: '3.1.1',
    info: { title: 'PrankPost', version, description, license: { name: 'MIT', identifier: 'MIT' } },
    servers: [{ url: '/', description: 'The shop that serves this document' }],
    tags: services.map((name) => ({ name, description: serviceDescriptions[name] })),
    paths,
    components: {
      securitySchemes,
      headers,
      responses: failureAnswers(book.schemaOf(errorAnswer, 'output')),
    },
  })
}

const securitySchemes = {
  session: {
    type: 'apiKey',
    in: 'cookie',
    name: sessionCookie,
    description: `The session of a customer; over https its name is \`${secureName}\`. Browsers send it automatically after sign-in.`,
  },
  operatorSession: {
    type: 'apiKey',
    in: 'cookie',
    name: operatorCookie,
    description: `The session of an operator; over https its name is \`${operatorCookieOf('https://')}\`.`,
  },
  adminPassword: {
    type: 'apiKey',
    in: 'header',
    name: adminPasswordHeader,
    description:
      'The admin password. Calls other than GET may send it in their body instead, as `adminPassword`.',
  },
  adminPasswordInQuery: {
    type: 'apiKey',
    in: 'query',
    name: 'adminPassword',
    description: 'The admin password of a GET. Prefer the header, because URLs are stored in more places.',
  },
}

const headers = {
  RequestId: { description: 'Identifies the call in the logs.', schema: { type: 'string' } },
  RetryAfter: {
    description: 'The number of seconds to wait.',
    schema: { type: 'string', pattern: '^\\d+$' },
  },
  SessionCookie: { description: 'Sets or clears the cookie.', schema: { type: 'string' } },
  ETag: { description: 'For `If-None-Match`.', schema: { type: 'string' } },
  Location: { description: 'The URL to go to.', schema: { type: 'string' } },
  FileName: { description: 'The suggested name of the file.', schema: { type: 'string' } },
}
