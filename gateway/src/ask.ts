import {
  type HttpAnswer,
  type Replicas,
  sendHttp,
  traceHeaders,
  unavailable,
} from '@prankpost/service-kit/http'

/** A read on behalf of all who want the same. */
export interface Question {
  path: string
  /** Of the call that made us ask. */
  requestId: string
  timeoutMs: number
}

/**
 * Asks one of a service's replicas. Of the caller nothing goes along, so that nothing in the answer can be meant for
 * them alone. When the connection breaks it is asked once more, as every read is.
 * @throws 503 when the service is away or too slow
 */
export async function ask(replicas: Replicas, question: Question): Promise<HttpAnswer> {
  const first = replicas.next()
  try {
    return await askReplica(first, replicas, question).catch((error) => {
      if (!isReset(error)) throw error
      return askReplica(replicas.next(first), replicas, question)
    })
  } catch (error) {
    throw unavailable(undefined, error)
  }
}

async function askReplica(url: string, replicas: Replicas, { path, requestId, timeoutMs }: Question) {
  const unwatch = replicas.watch(url)
  try {
    const headers = { 'x-request-id': requestId, ...traceHeaders() }
    const call = { agent: replicas.agent, method: 'GET', headers, timeoutMs }
    const answer = await sendHttp(`${url.replace(/\/$/, '')}${path}`, call)
    if (answer.isLast) replicas.rest(url)
    return answer
  } finally {
    unwatch()
  }
}

/** Whether a connection went away under a call. */
export const isReset = (error: Error) =>
  'code' in error && (error.code === 'ECONNRESET' || error.code === 'EPIPE')
