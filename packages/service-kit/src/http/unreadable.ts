import { randomUUID } from 'node:crypto'
import { type IncomingMessage, type ServerResponse, STATUS_CODES } from 'node:http'
import type { Duplex } from 'node:stream'
import type { ErrorAnswer } from '@prankpost/contracts'

interface Refusal {
  status: number
  code: string
  message: string
}

const unreadable: Record<string, Refusal> = {
  HPE_HEADER_OVERFLOW: {
    status: 431,
    code: 'too_large',
    message: 'The headers of the request are too large.',
  },
  ERR_HTTP_REQUEST_TIMEOUT: {
    status: 408,
    code: 'invalid',
    message: 'The request took too long to arrive.',
  },
}
const notHttp: Refusal = { status: 400, code: 'invalid', message: 'The request could not be read.' }
const notOneHost: Refusal = {
  status: 400,
  code: 'invalid',
  message: 'The request must name one host.',
}
const otherVersion: Refusal = {
  status: 505,
  code: 'invalid',
  message: 'Only HTTP/1.0 and HTTP/1.1 are served.',
}

type Answering = Duplex & { _httpMessage?: { headersSent: boolean } | null }

/**
 * Answers bytes that are not an HTTP request with our error format and the given headers, and ends the connection,
 * because the bytes that follow cannot be trusted.
 */
export const answerUnreadable =
  (headers: Record<string, string>) =>
  (error: NodeJS.ErrnoException, socket: Duplex): void => {
    // A second response would garble the response that is being sent; Node makes the same check.
    const isAnswering = (socket as Answering)._httpMessage?.headersSent === true
    if (error.code === 'ECONNRESET' || !socket.writable || isAnswering) return void socket.destroy()
    const refusal = unreadable[error.code ?? ''] ?? notHttp
    const { lines, body } = answerOf(refusal, headers)
    const head = Object.entries(lines).map(([name, value]) => `${name}: ${value}`)
    const first = `HTTP/1.1 ${refusal.status} ${STATUS_CODES[refusal.status]}`
    socket.end(`${[first, ...head].join('\r\n')}\r\n\r\n${body}`)
  }

/** Refuses requests that Node accepts: other HTTP versions, no host, and two hosts (a proxy may use the other one). */
export function refuseMalformed(
  req: IncomingMessage,
  res: ServerResponse,
  headers: Record<string, string>,
): boolean {
  const refusal = refusalOf(req)
  if (refusal === undefined) return false
  const { lines, body } = answerOf(refusal, headers)
  res.writeHead(refusal.status, lines).end(body)
  return true
}

function refusalOf({ httpVersion, rawHeaders }: IncomingMessage): Refusal | undefined {
  if (httpVersion !== '1.1' && httpVersion !== '1.0') return otherVersion
  const hosts = rawHeaders.filter((name, n) => n % 2 === 0 && name.toLowerCase() === 'host').length
  return hosts === 1 || (hosts === 0 && httpVersion === '1.0') ? undefined : notOneHost
}

function answerOf({ code, message }: Refusal, headers: Record<string, string>) {
  const requestId = randomUUID()
  const body = JSON.stringify({ message, code, requestId } satisfies ErrorAnswer)
  const lines = {
    ...headers,
    'content-type': 'application/json; charset=utf-8',
    'content-length': String(Buffer.byteLength(body)),
    'cache-control': 'no-store',
    'x-request-id': requestId,
    connection: 'close',
  }
  return { lines, body }
}
