import { once } from 'node:events'
import { createServer, type RequestListener, type Server } from 'node:http'
import { Server as NetServer } from 'node:net'
import type { Express } from 'express'
import type { Logger } from '../ops/log.ts'
import { answerUnreadable, refuseMalformed } from './unreadable.ts'

interface ListenOptions {
  /** How long a caller may take to send the headers of a request; default 66 s. */
  headersTimeoutMs?: number
  /** How long a caller may take to send the whole request; default 5 minutes. */
  requestTimeoutMs?: number
  /** Headers of the responses to malformed requests, which do not reach the app. */
  headers?: Record<string, string>
}

/**
 * Listens and resolves with the server. The app receives only well-formed requests (one host, HTTP/1.0 or 1.1). Idle
 * connections are kept for longer than any of our clients keeps them.
 */
export async function listen(
  app: Express,
  { HOST, PORT }: { HOST: string; PORT: number },
  { headersTimeoutMs = 66_000, requestTimeoutMs = 300_000, headers = {} }: ListenOptions = {},
): Promise<Server> {
  const options = {
    // Node would answer a missing host without a body; refuseMalformed answers with our error format.
    requireHostHeader: false,
    keepAliveTimeout: 65_000,
    headersTimeout: headersTimeoutMs,
    requestTimeout: requestTimeoutMs,
    // By default Node checks for slow senders every 30 s, so they would hold a connection that much longer.
    connectionsCheckingInterval: Math.min(5_000, headersTimeoutMs),
  }
  const handle: RequestListener = (req, res) => {
    if (!refuseMalformed(req, res, headers)) app(req, res)
  }
  const server = createServer(options, handle)
  // Other expectations than '100-continue' are ignored: Node would answer them without a body.
  server.on('checkExpectation', handle)
  server.on('clientError', answerUnreadable(headers))
  server.listen(PORT, HOST)
  await once(server, 'listening')
  return server
}

/**
 * Set on every response of a process that is stopping, so that the gateway and the internal client skip it.
 * `connection: close` does not show this: Node also sets it for other reasons, some of which the caller controls.
 */
export const stoppingHeader = 'x-replica-stopping'

/** How long callers have to close their idle connections themselves. */
const idleGraceMs = 500

/**
 * Accepts no new connections and lets running requests finish. Requests that still arrive over kept connections are
 * answered too; the response announces that the process is stopping, and is the last on its connection. Idle connections
 * are closed only after half a second, because closing one just as a request arrives would lose that request. For the
 * same reason the sockets are read once more before: on a busy machine a request may have waited there all that time.
 */
export async function closeServer(server: Server): Promise<void> {
  server.prependListener('request', (_req, res) => {
    res.setHeader('connection', 'close').setHeader(stoppingHeader, '1')
  })
  // Node's own close would close idle connections at once.
  const closed = new Promise((resolve) => NetServer.prototype.close.call(server, resolve))
  const deadline = Date.now() + idleGraceMs
  const idle = setInterval(() => {
    if (Date.now() >= deadline) setImmediate(() => server.closeIdleConnections())
  }, 50)
  await closed
  clearInterval(idle)
}

const graceMs = 10_000

/** Runs `stop` once on the first SIGTERM or SIGINT and exits; after 10 s it exits in any case. */
export function stopOnSignal(log: Logger, stop: () => Promise<void>): void {
  let stopping = false
  const onSignal = async (signal: string) => {
    if (stopping) return
    stopping = true
    log.info({ signal }, 'stopping')
    setTimeout(() => process.exit(1), graceMs).unref()
    await stop().catch((error) => log.error({ err: error }, 'stop was not clean'))
    process.exit(0)
  }
  process.on('SIGTERM', onSignal)
  process.on('SIGINT', onSignal)
}
