import { Agent, type ClientRequestArgs } from 'node:http'
import { connect, type Socket } from 'node:net'
import type { Duplex } from 'node:stream'

const connectTimeoutMs = 1_000
const firstRestMs = 1_000
const longestRestMs = 8_000
/** Long enough for the system's second try: what is ended then may have been done. */
const probeTimeoutMs = 1_500

/** Where a replica listens. */
export interface Address {
  host: string
  port: number
}

/** An address as a text. */
export const key = ({ host, port }: Address) => `${host}:${port}`

/** The address in a base URL. */
export function toAddress(url: string): Address {
  const { hostname, port } = new URL(url)
  return { host: hostname.replace(/^\[|\]$/g, ''), port: Number(port || 80) }
}

/** Remembers which replicas could not be reached: each rests for a second, then twice as long, up to 8 s. */
export class Health {
  readonly #rests = new Map<string, { until: number; restMs: number }>()

  rests(name: string): boolean {
    return (this.#rests.get(name)?.until ?? 0) > Date.now()
  }

  failed(name: string): void {
    // Calls that fail together count once.
    if (this.rests(name)) return
    const restMs = Math.min((this.#rests.get(name)?.restMs ?? firstRestMs / 2) * 2, longestRestMs)
    this.#rests.set(name, { until: Date.now() + restMs, restMs })
  }

  reached(name: string): void {
    // It may have said that it stops, and still take connections: that rest goes on.
    if (!this.rests(name)) this.#rests.delete(name)
  }
}

/**
 * Keeps connections alive, and when a replica does not take one, tries the others before the call
 * fails. That happens before a byte of the call is sent, so it is safe for every method.
 */
export class FailoverAgent extends Agent {
  readonly #addresses: Address[]
  readonly #health: Health
  readonly #open = new Map<string, Set<Socket>>()
  readonly #probed = new Set<string>()
  readonly #substitutes = new WeakSet<Duplex>()

  constructor(addresses: Address[], health: Health) {
    // Services keep idle connections for 65 s; ours end well before, so none is closed under a call.
    super({ keepAlive: true, maxFreeSockets: 64, timeout: 30_000 })
    this.#addresses = addresses
    this.#health = health
  }

  override createConnection(
    options: ClientRequestArgs,
    callback?: (error: Error | null, stream: Duplex) => void,
  ): undefined {
    const asked = { host: String(options.hostname ?? options.host), port: Number(options.port) }
    const others = this.#addresses.filter((address) => key(address) !== key(asked))
    const wellFirst = others.toSorted((a, b) => this.#rank(a) - this.#rank(b))
    void this.#connectToFirst([asked, ...wellFirst], key(asked)).then(
      (socket) => callback?.(null, socket),
      (error) => callback?.(error, undefined as never),
    )
    return undefined
  }

  /** A connection to another replica than was asked for serves one call: the next one asks anew. */
  override keepSocketAlive(stream: Duplex): boolean {
    // Node's own method answers whether the socket is kept; its type says nothing of that.
    const isKept = super.keepSocketAlive(stream) as unknown as boolean
    return isKept && !this.#substitutes.has(stream)
  }

  /** Ends all connections to a replica that says nothing to a new one. */
  probe(address: Address): void {
    const name = key(address)
    if (this.#probed.has(name)) return
    this.#probed.add(name)
    connectTo(address, probeTimeoutMs)
      .then((socket) => void socket.destroy())
      .catch((error) => {
        this.#health.failed(name)
        if (error.code === 'ECONNREFUSED') return
        // By a plain end the system would go on sending what nobody waits for, and it would be done later.
        for (const socket of this.#open.get(name) ?? []) socket.resetAndDestroy()
      })
      .finally(() => this.#probed.delete(name))
  }

  /** Ends the connections to a replica that no call is on. */
  leave(address: Address): void {
    const open = this.#open.get(key(address))
    for (const socket of Object.values(this.freeSockets).flatMap((sockets) => sockets ?? [])) {
      if (open?.has(socket)) socket.destroy()
    }
  }

  #rank(address: Address): number {
    return Number(this.#health.rests(key(address)))
  }

  async #connectToFirst(addresses: Address[], asked: string): Promise<Socket> {
    let failure: unknown
    for (const address of addresses) {
      try {
        const socket = await connectTo(address, connectTimeoutMs)
        this.#health.reached(key(address))
        this.#keepTrack(socket, key(address))
        if (key(address) !== asked) this.#substitutes.add(socket)
        return socket
      } catch (error) {
        failure = error
        this.#health.failed(key(address))
        this.leave(address)
      }
    }
    throw failure
  }

  #keepTrack(socket: Socket, name: string): void {
    const open = this.#open.get(name) ?? new Set()
    this.#open.set(name, open.add(socket))
    socket.once('close', () => open.delete(socket))
  }
}

function connectTo({ host, port }: Address, timeoutMs: number): Promise<Socket> {
  return new Promise((resolve, reject) => {
    const socket = connect({ host, port, noDelay: true, keepAlive: true })
    const giveUp = () => {
      if (socket.connecting)
        socket.destroy(Object.assign(new Error(`no connection to ${host}:${port}`), { code: 'ETIMEDOUT' }))
    }
    // A process that was busy for that long first hears of what came meanwhile.
    const timer = setTimeout(() => setImmediate(giveUp), timeoutMs)
    socket.once('error', reject)
    socket.once('close', () => clearTimeout(timer))
    socket.once('connect', () => {
      clearTimeout(timer)
      socket.off('error', reject)
      resolve(socket)
    })
  })
}
