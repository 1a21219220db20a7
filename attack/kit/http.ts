import { Agent, type IncomingHttpHeaders, request } from 'node:http'
import { toLoopback } from '../frame/loopback.ts'

/** An answer with its duration. */
export interface Answer {
  status: number
  headers: IncomingHttpHeaders
  bytes: Buffer
  text: string
  // The parsed body, untyped because it depends on the endpoint; undefined if it is not JSON.
  body: ReturnType<typeof JSON.parse>
  ms: number
}

export interface CallOptions {
  /** The local address of the call. */
  from?: string | undefined
  headers?: Record<string, string>
  /** A buffer is sent unchanged, other values as JSON. */
  body?: unknown
}

export interface Caller {
  call(method: string, path: string, options?: CallOptions): Promise<Answer>
}

const timeoutMs = 60_000

/** Creates a client that calls a shop over keep-alive connections, from any address of this host. */
export function createCaller(baseUrl: string): Caller {
  const { hostname, port, host } = toLoopback(baseUrl)
  const agent = new Agent({ keepAlive: true })
  return {
    call: (method, path, { from, headers = {}, body } = {}) =>
      new Promise((resolve, reject) => {
        const startedAt = performance.now()
        const isJson = body !== undefined && !Buffer.isBuffer(body)
        const payload = isJson ? Buffer.from(JSON.stringify(body)) : (body as Buffer | undefined)
        const sent = request(
          {
            ...{ host: hostname, port, method, path, agent, timeout: timeoutMs },
            ...(from !== undefined && { localAddress: from }),
            headers: {
              host,
              ...(payload && { 'content-length': String(payload.length) }),
              ...(payload && { 'content-type': 'application/json' }),
              ...headers,
            },
          },
          (response) => {
            const chunks: Buffer[] = []
            response.on('data', (chunk) => chunks.push(chunk))
            response.on('error', reject)
            response.on('end', () => {
              const bytes = Buffer.concat(chunks)
              const text = bytes.toString('utf8')
              const { statusCode: status = 0, headers } = response
              resolve({ status, headers, bytes, text, body: jsonOf(text), ms: performance.now() - startedAt })
            })
          },
        )
        sent.on('timeout', () => sent.destroy(new Error(`${method} ${path}: no answer in ${timeoutMs} ms`)))
        sent.on('error', reject)
        sent.end(payload)
      }),
  }
}

function jsonOf(text: string) {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
