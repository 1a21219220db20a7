import { Agent, type IncomingHttpHeaders, request } from 'node:http'
import type { Case } from './cases.ts'

/** The answer, and the time it took. */
export interface Sent {
  status: number
  headers: IncomingHttpHeaders
  text: string
  ms: number
}

const agent = new Agent({ keepAlive: true, maxSockets: 4 })
const patienceMs = 20_000

/** Sends a call unchanged. A connection that is cut without an answer has status 0. */
export function send(baseUrl: string, { method, path, headers, body }: Case): Promise<Sent> {
  const { hostname, port } = new URL(baseUrl)
  const length = body === undefined ? {} : { 'content-length': String(body.length) }
  const startedAt = performance.now()
  return new Promise((resolve) => {
    const end = (status: number, answered: IncomingHttpHeaders, text: string) =>
      resolve({ status, headers: answered, text, ms: performance.now() - startedAt })
    const outgoing = request(
      { hostname, port, method, path, agent, timeout: patienceMs, headers: { ...headers, ...length } },
      (response) => {
        const chunks: Buffer[] = []
        response.on('data', (chunk: Buffer) => chunks.push(chunk))
        response.on('error', (error) => end(0, {}, String(error)))
        response.on('end', () =>
          end(response.statusCode ?? 0, response.headers, Buffer.concat(chunks).toString()),
        )
      },
    )
    outgoing.on('timeout', () => outgoing.destroy(new Error(`no answer in ${patienceMs} ms`)))
    outgoing.on('error', (error) => end(0, {}, String(error)))
    outgoing.end(body)
  })
}

/** Closes the connections that were kept open. */
export const endConnections = () => agent.destroy()
