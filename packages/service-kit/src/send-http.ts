import { once } from 'node:events'
import { type Agent, type IncomingHttpHeaders, type IncomingMessage, request } from 'node:http'
import { text } from 'node:stream/consumers'

/** What one call is made of. */
export interface HttpCall {
  agent: Agent
  method: string
  headers: Record<string, string>
  body?: string | undefined
  /** For all of it, from the connection to the last byte of the answer. */
  timeoutMs: number
}

/** An answer, read to its end. */
export interface HttpAnswer {
  status: number
  headers: IncomingHttpHeaders
  text: string
  /** Whether who answered is about to stop. */
  isLast: boolean
}

/**
 * Makes one plain HTTP call over an agent's connections, which fetch has none of. It follows no redirect.
 * @throws what went wrong on the way, with the system's `code` where it has one
 */
export async function sendHttp(url: string, { body, timeoutMs, ...options }: HttpCall): Promise<HttpAnswer> {
  const outgoing = request(url, { ...options, signal: AbortSignal.timeout(timeoutMs) })
  outgoing.end(body)
  const [response] = (await once(outgoing, 'response')) as [IncomingMessage]
  // What goes wrong from here on shows at the answer.
  outgoing.on('error', () => undefined)
  return {
    status: response.statusCode ?? 0,
    headers: response.headers,
    text: await text(response),
    isLast: response.headers.connection === 'close',
  }
}
