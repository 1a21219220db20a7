import {
  type ApiKey,
  adminPasswordHeader,
  api,
  errorAnswer,
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

const description = `\
Everything that the store's pages and the operator's admin do goes through this API, and so can your program. Bodies \
and answers are JSON. A customer registers or signs in (\`POST /api/auth/register\`, \`POST /api/auth/login\`) and gets \
a cookie, \`${sessionCookie}\` (over https \`${secureName}\`), that the calls of the customer's kind need; a program keeps it as a browser would. To \
buy something: read the \`pranks\` on sale, send a cart to \`create-order-record\`, open its payment session with \
\`create-stripe-session\`, send the customer to the \`url\` that it answers, and call \`confirm-payment-success\` when \
they come back. The operator's calls (\`/api/admin/...\`) need no session but the admin password, in the header \
\`${adminPasswordHeader}\`.

Money is in US dollars, as decimal strings in answers; times are ISO 8601 in UTC. Every failure has one shape, \
\`ErrorAnswer\`: show \`message\` to people, act on \`code\`, and quote \`requestId\` when you ask for help. The \
operator's lists are pages of \`{ items, total, nextCursor }\`, the latest first: give \`nextCursor\` as \`cursor\` to \
read on. Whoever calls too often is answered with 429 and a \`Retry-After\`; 503 says that a part of the shop is away \
for the moment. A page of another origin may read nothing and change nothing. The events that the services tell one \
another are described at [/api/docs/asyncapi.json](/api/docs/asyncapi.json).`

/** The OpenAPI 3.1 document of every public endpoint of the contract. */
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
    description: `The session of a customer; over https its name is \`${secureName}\`. A browser sends it by itself once somebody is signed in.`,
  },
  adminPassword: {
    type: 'apiKey',
    in: 'header',
    name: adminPasswordHeader,
    description:
      'The admin password. Calls other than GET may carry it in their body instead, as `adminPassword`.',
  },
  adminPasswordInQuery: {
    type: 'apiKey',
    in: 'query',
    name: 'adminPassword',
    description: 'The admin password of a GET. Prefer the header: addresses are kept in more places.',
  },
}

const headers = {
  RequestId: { description: 'Finds the call in the logs.', schema: { type: 'string' } },
  RetryAfter: { description: 'Seconds to wait.', schema: { type: 'string', pattern: '^\\d+$' } },
  SessionCookie: { description: 'Sets or clears the cookie.', schema: { type: 'string' } },
  ETag: { description: 'For `If-None-Match`.', schema: { type: 'string' } },
  Location: { description: 'Where to go.', schema: { type: 'string' } },
  FileName: { description: 'What to call the file.', schema: { type: 'string' } },
}
