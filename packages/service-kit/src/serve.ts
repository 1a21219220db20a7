import { once } from 'node:events'
import { createServer, type Server } from 'node:http'
import { Server as NetServer } from 'node:net'
import type { Express } from 'express'
import { giveBackMemory } from './give-back-memory.ts'
import type { Logger } from './log.ts'
import { answerUnreadable } from './unreadable.ts'

interface Patience {
  /** How long a caller may take to send the headers of a request; default 66 s. */
  headersTimeoutMs?: number
  /** How long for the whole of it; default 5 minutes. */
  requestTimeoutMs?: number
}

/** Listens and resolves with the server. Idle connections are kept for longer than any client of ours keeps them. */
export async function listen(
  app: Express,
  { HOST, PORT }: { HOST: string; PORT: number },
  { headersTimeoutMs = 66_000, requestTimeoutMs = 300_000 }: Patience = {},
): Promise<Server> {
  const options = {
    keepAliveTimeout: 65_000,
    headersTimeout: headersTimeoutMs,
    requestTimeout: requestTimeoutMs,
    // By itself Node looks for slow senders every 30 s: they would hold a connection for that much longer.
    connectionsCheckingInterval: Math.min(5_000, headersTimeoutMs),
  }
  const server = createServer(options, app)
  // What somebody expects beyond '100-continue' is none of ours: Node would answer it without a body.
  server.on('checkExpectation', app)
  server.on('clientError', answerUnreadable)
  server.listen(PORT, HOST)
  await once(server, 'listening')
  giveBackMemory()
  return server
}

/** How long callers have to leave kept connections by themselves. */
const leaveMs = 500

/**
 * Takes no new connections and lets requests under way finish. What still comes over kept connections is
 * answered, too, and the answer says that it is the last there; idle connections are ended after half a
 * second: one that is ended as a request comes would lose it.
 */
export async function closeServer(server: Server): Promise<void> {
  server.prependListener('request', (_req, res) => res.setHeader('connection', 'close'))
  // Node's own close would end idle connections at once.
  const closed = new Promise((resolve) => NetServer.prototype.close.call(server, resolve))
  const deadline = Date.now() + leaveMs
  const idle = setInterval(() => {
    if (Date.now() >= deadline) server.closeIdleConnections()
  }, 50)
  await closed
  clearInterval(idle)
}

const graceMs = 10_000

/** Runs `stop` once on the first SIGTERM or SIGINT and exits; after 10 s it exits all the same. */
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
