import { randomUUID } from 'node:crypto'
import type { Duplex } from 'node:stream'
import type { ErrorAnswer } from '@prankpost/contracts'

const unreadable: Record<string, { status: string; code: string; message: string }> = {
  HPE_HEADER_OVERFLOW: {
    status: '431 Request Header Fields Too Large',
    code: 'too_large',
    message: 'The headers of the request are too large.',
  },
  ERR_HTTP_REQUEST_TIMEOUT: {
    status: '408 Request Timeout',
    code: 'invalid',
    message: 'The request took too long to arrive.',
  },
}
const notHttp = { status: '400 Bad Request', code: 'invalid', message: 'The request could not be read.' }

type Answering = Duplex & { _httpMessage?: { headersSent: boolean } | null }

/** Answers what is not even HTTP in the shape of every failure, and ends the connection: what follows cannot be trusted. */
export function answerUnreadable(error: NodeJS.ErrnoException, socket: Duplex): void {
  // In the middle of an answer (to a request before this one) another would only garble it; Node looks there, too.
  const isAnswering = (socket as Answering)._httpMessage?.headersSent === true
  if (error.code === 'ECONNRESET' || !socket.writable || isAnswering) return void socket.destroy()
  const { status, code, message } = unreadable[error.code ?? ''] ?? notHttp
  const requestId = randomUUID()
  const body = JSON.stringify({ message, code, requestId } satisfies ErrorAnswer)
  const head = [
    `HTTP/1.1 ${status}`,
    'content-type: application/json; charset=utf-8',
    `content-length: ${Buffer.byteLength(body)}`,
    `x-request-id: ${requestId}`,
    'connection: close',
  ]
  socket.end(`${head.join('\r\n')}\r\n\r\n${body}`)
}
