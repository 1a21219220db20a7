import { Ajv2020 } from 'ajv/dist/2020.js'
import addFormats from 'ajv-formats'

/** One call and its answer, as transferred; header names are in lower case. */
export interface Exchange {
  method: string
  url: string
  requestHeaders: Record<string, string>
  /** Null if there was none. */
  requestBody: string | null
  status: number
  headers: Record<string, string>
  /** Null if it could no longer be read: the page had navigated away. */
  text: string | null
}
interface Operation {
  security: Record<string, unknown>[]
  parameters?: { name: string; in: string; schema: { type?: string } }[]
  requestBody?: { content: Record<string, object> }
  responses: Record<string, { $ref?: string }>
}
interface AnswerWords {
  headers?: Record<string, unknown>
  content?: Record<string, { schema?: object }>
}

export interface Document {
  paths: Record<string, Record<string, Operation>>
  components: {
    responses: Record<string, AnswerWords>
    securitySchemes: Record<string, { in: string; name: string }>
  }
}

const escaped = (part: string) => part.replaceAll('~', '~0').replaceAll('/', '~1')

function operationsOf(paths: Record<string, Record<string, Operation>>) {
  return Object.entries(paths).flatMap(([template, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({
      key: `${method.toUpperCase()} ${template}`,
      method: method.toUpperCase(),
      path: new RegExp(`^${template.replace(/\{\w+\}/g, '[^/]+')}$`),
      pointer: `#/paths/${escaped(template)}/${method}`,
      operation,
    })),
  )
}
type Found = ReturnType<typeof operationsOf>[number]

/** The operations of an OpenAPI document, and the differences between an exchange and its operation. */
export function readOperations(document: Document) {
  // The document around its schemas is not a schema; their own validators ensure strictness.
  const ajv = addFormats.default(new Ajv2020({ strict: false, allErrors: true }))
  ajv.addSchema(document, 'openapi')
  const errorsOf = (pointer: string, value: unknown) => {
    const validate = ajv.getSchema(`openapi${pointer}`)
    if (validate === undefined) throw new Error(`no schema at ${pointer}`)
    return validate(value)
      ? []
      : (validate.errors ?? []).map(({ instancePath, message }) => `${instancePath || 'body'} ${message}`)
  }

  function* answerProblems(
    { pointer, operation }: Found,
    { status, headers, text }: Exchange,
  ): Generator<string, void> {
    const inPlace = operation.responses[status]
    if (inPlace === undefined) return yield 'this status is not documented'
    const where = inPlace.$ref ?? `${pointer}/responses/${status}`
    const words =
      inPlace.$ref === undefined
        ? (inPlace as AnswerWords)
        : document.components.responses[inPlace.$ref.split('/').at(-1) ?? '']
    for (const name of Object.keys(words?.headers ?? {}))
      if (headers[name.toLowerCase()] === undefined) yield `the header ${name} is missing`
    if (text === null) return
    const [media = ''] = (headers['content-type'] ?? '').split(';')
    const documented = Object.keys(words?.content ?? {})
    if (documented.length === 0)
      return void (status < 300 && text !== '' && (yield 'a body that is not documented'))
    if (!documented.includes(media)) return yield `the media type ${media} is not documented`
    if (media !== 'application/json') return
    yield* errorsOf(`${where}/content/${escaped(media)}/schema`, JSON.parse(text))
  }

  /** A call that was let in must meet the document's requirements for access. */
  function* requestProblems(
    { pointer, operation }: Found,
    exchange: Exchange,
    query: URLSearchParams,
  ): Generator<string, void> {
    const { requestHeaders, requestBody } = exchange
    const media = requestHeaders['content-type'] ?? ''
    const isFile = media.startsWith('image/')
    const body = requestBody === null || requestBody === '' || isFile ? null : JSON.parse(requestBody)
    const schemes = operation.security
      .flatMap((one) => Object.keys(one))
      .map((name) => document.components.securitySchemes[name])
    const carried = schemes.filter((scheme) => {
      if (scheme?.in === 'cookie') return requestHeaders.cookie?.includes(`${scheme.name}=`)
      if (scheme?.in === 'query') return query.has(scheme.name)
      return scheme !== undefined && (requestHeaders[scheme.name] ?? body?.adminPassword) !== undefined
    })
    if (schemes.length > 0 && carried.length === 0) yield 'let in without what is documented to be needed'
    const parameters = operation.parameters ?? []
    const known = new Set(
      [...parameters, ...schemes].flatMap((one) => (one?.in === 'query' ? [one.name] : [])),
    )
    for (const name of query.keys()) if (!known.has(name)) yield `the query's ${name} is not documented`
    for (const [n, { name, in: place, schema }] of parameters.entries()) {
      const text = place === 'query' ? query.get(name) : null
      const value = schema.type === 'integer' ? Number(text) : text
      if (text !== null) yield* errorsOf(`${pointer}/parameters/${n}/schema`, value)
    }
    const { content = {} } = operation.requestBody ?? {}
    if (isFile && !(media in content)) yield `the media type ${media} of the body is not documented`
    if ('application/json' in content)
      yield* errorsOf(`${pointer}/requestBody/content/application~1json/schema`, body ?? {})
  }

  return {
    operations: operationsOf(document.paths),
    problemsWith: (found: Found, exchange: Exchange, query: URLSearchParams): string[] => [
      ...answerProblems(found, exchange),
      ...(exchange.status < 300 ? requestProblems(found, exchange, query) : []),
    ],
  }
}
