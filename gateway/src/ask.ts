import { once } from 'node:events'
import { type IncomingHttpHeaders, type IncomingMessage, request } from 'node:http'
import { type Replicas, traceHeaders, unavailable } from '@prankpost/service-kit/http'

/** What a service has answered, read to its end. */
export interface ServiceAnswer {
  status: number
  headers: IncomingHttpHeaders
  body: Buffer
}

/** A read on behalf of all who want the same. */
export interface Question {
  path: string
  /** Of the call that made us ask. */
  requestId: string
  timeoutMs: number
}

const maxAnswerBytes = 1_048_576

/**
 * Asks one of a service's replicas. Of the caller nothing goes along, so that nothing in the answer can be meant for
 * them alone. When the connection breaks it is asked once more, as every read is. Null when the answer is over 1 MB.
 * @throws 503 when the service is away or too slow
 */
export async function ask(replicas: Replicas, question: Question): Promise<ServiceAnswer | null> {
  const signal = AbortSignal.timeout(question.timeoutMs)
  const first = replicas.next()
  try {
    return await askReplica(first, replicas, question, signal).catch((error) => {
      if (!isReset(error)) throw error
      return askReplica(replicas.next(first), replicas, question, signal)
    })
  } catch (error) {
    throw unavailable(undefined, error)
  }
}

async function askReplica(
  url: string,
  replicas: Replicas,
  { path, requestId }: Question,
  signal: AbortSignal,
) {
  const unwatch = replicas.watch(url)
  try {
    const headers = { 'x-request-id': requestId, ...traceHeaders() }
    const outgoing = request(`${url.replace(/\/$/, '')}${path}`, { agent: replicas.agent, headers, signal })
    outgoing.end()
    const [response] = (await once(outgoing, 'response')) as [IncomingMessage]
    // What goes wrong from here on shows at the answer.
    outgoing.on('error', () => undefined)
    if (response.headers.connection === 'close') replicas.rest(url)
    const body = await readBody(response)
    return body && { status: response.statusCode ?? 0, headers: response.headers, body }
  } finally {
    unwatch()
  }
}

async function readBody(response: IncomingMessage): Promise<Buffer | null> {
  const chunks: Buffer[] = []
  let bytes = 0
  for await (const chunk of response) {
    bytes += chunk.length
    // Leaving the loop ends the connection, too.
    if (bytes > maxAnswerBytes) return null
    chunks.push(chunk)
  }
  return Buffer.concat(chunks)
}

/** Whether a connection went away under a call. */
export const isReset = (error: Error) =>
  'code' in error && (error.code === 'ECONNRESET' || error.code === 'EPIPE')
