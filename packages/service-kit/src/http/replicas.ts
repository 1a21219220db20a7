import type { Socket } from 'node:net'
import { buildConnector, type Dispatcher, Pool } from 'undici'
import { stoppingHeader } from './serve.ts'

const connectTimeoutMs = 1_000
const pauseMs = 3_000
/** How long a request waits for its response before its replica is probed, and how often the probe is repeated. */
const probeAfterMs = 1_000
/** Longer than the system's first retransmission: a busy host accepts the connection until then. */
const probeTimeoutMs = 1_500

/** A request to one replica; `path` and `method` are those of undici. */
export type ReplicaRequest = Omit<Dispatcher.RequestOptions, 'origin'>

/** The replicas of one service, called round-robin over connections that are kept open. */
export interface Replicas {
  /** Returns the base URL of the next replica: not a paused one, and not `previous`, if there is another. */
  next(previous?: string): string
  /**
   * Sends a request to this replica and resolves with the response's head; the body follows as a stream. If the
   * replica accepts no connection, the others are tried. No byte was sent then, so this is safe for every method.
   * @throws the error of the connection. `isDisconnected` shows whether it ended without a response
   */
  send(url: string, request: ReplicaRequest): Promise<Dispatcher.ResponseData>
  /**
   * Skips a replica for some seconds, because it is stopping or accepts no connection. Its idle connections are closed
   * from this side: if the replica closed them, it could do so just when a request is sent.
   */
  pause(url: string): void
  /** Closes all connections at once. */
  close(): Promise<void>
}

/** Creates the replicas of one service from their base URLs. */
export function createReplicas(urls: string[]): Replicas {
  const replicas = new Map(urls.map((url) => [url, createReplica(url)]))
  const find = (url: string) => replicas.get(url) as Replica
  const isPaused = (url: string) => find(url).pausedUntil > Date.now()
  let position = 0

  const pause = (url: string) => {
    const replica = find(url)
    replica.pausedUntil = Date.now() + pauseMs
    // A closed pool finishes its requests and closes each connection after the last one.
    void replica.pool.close()
    replica.pool = createPool(url, replica.sockets)
  }

  /** Sends the request and, until the response begins, probes the replica. */
  const sendTo = async (url: string, request: ReplicaRequest) => {
    // A single address may stand for several replicas (a Service of Kubernetes), so a probe shows nothing there.
    const probing = urls.length > 1 ? setInterval(() => probe(url), probeAfterMs) : undefined
    try {
      const response = await find(url).pool.request(request)
      if (response.headers[stoppingHeader] !== undefined) pause(url)
      return response
    } finally {
      clearInterval(probing)
    }
  }

  /**
   * A host that is cut off accepts the bytes sent over kept connections and never responds. If it does not accept a
   * new connection either, all its connections are reset, so that their requests fail now and not after their
   * timeout. A reset also discards unsent bytes: the system would deliver them once the host is reachable again. A
   * replica that refuses the connection runs: it may be stopping and still respond to the requests that it has.
   */
  const probe = (url: string) => {
    const replica = find(url)
    if (replica.isProbed) return
    replica.isProbed = true
    const { hostname, port, protocol } = new URL(url)
    const address = { hostname: hostname.replace(/^\[|\]$/g, ''), port, protocol }
    connectForProbe(address, (error, socket) => {
      replica.isProbed = false
      socket?.destroy()
      if (error === null) return
      pause(url)
      if ('code' in error && error.code === 'ECONNREFUSED') return
      for (const kept of replica.sockets) kept.resetAndDestroy()
    })
  }

  return {
    pause,
    next(previous) {
      const inOrder = urls.map((_, n) => urls[(position + n) % urls.length] as string)
      position = (position + 1) % urls.length
      const running = inOrder.filter((url) => !isPaused(url))
      const choice = running.length > 0 ? running : inOrder
      return choice.find((url) => url !== previous) ?? (choice[0] as string)
    },
    async send(url, request) {
      const others = urls.filter((other) => other !== url)
      let failure: unknown
      for (const replica of [url, ...others.toSorted((a, b) => Number(isPaused(a)) - Number(isPaused(b)))]) {
        try {
          return await sendTo(replica, request)
        } catch (error) {
          if (!(error instanceof NotConnected)) throw error
          pause(replica)
          failure = error
        }
      }
      throw failure
    },
    async close() {
      await Promise.all([...replicas.values()].map(({ pool }) => pool.destroy()))
    },
  }
}

/** Whether a connection was refused, or ended before a response came. */
export const isDisconnected = (error: unknown): boolean => error instanceof NotConnected || isReset(error)

/** Whether a connection ended after a request was sent and before a response came. */
export const isReset = (error: unknown): boolean =>
  ['UND_ERR_SOCKET', 'ECONNRESET', 'EPIPE', 'ETIMEDOUT', 'EHOSTUNREACH'].includes(
    String((error as { code?: unknown }).code),
  )

/** No connection was established, so no byte of the request was sent. */
class NotConnected extends Error {}

interface Replica {
  pool: Pool
  sockets: Set<Socket>
  pausedUntil: number
  isProbed: boolean
}

function createReplica(url: string): Replica {
  const sockets = new Set<Socket>()
  return { pool: createPool(url, sockets), sockets, pausedUntil: 0, isProbed: false }
}

const connectForProbe = buildConnector({ timeout: probeTimeoutMs })
const connectNow = buildConnector({ timeout: connectTimeoutMs })

function createPool(url: string, sockets: Set<Socket>): Pool {
  return new Pool(url, {
    // Services keep idle connections for 65 s. Closing them much earlier here avoids a close just when a request is sent.
    keepAliveTimeout: 30_000,
    keepAliveMaxTimeout: 30_000,
    connect(options, callback) {
      connectNow(options, (error, socket) => {
        if (error !== null)
          return callback(new NotConnected(`no connection to ${url}`, { cause: error }), null)
        sockets.add(socket)
        socket.once('close', () => sockets.delete(socket))
        callback(null, socket)
      })
    },
  })
}
