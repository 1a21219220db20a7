import { Agent, type ClientRequestArgs } from 'node:http'
import { connect, type Socket } from 'node:net'
import type { Duplex } from 'node:stream'

const connectTimeoutMs = 1_000
const restMs = 1_000

/** The replicas of one service: calls go to them in turn, over connections that are kept. */
export interface Replicas {
  agent: Agent
  /** Base URL of the replica whose turn it is; one that refused a connection a moment ago is passed over. */
  next(): string
  /** Passes over a replica for a moment: it has said that it stops. */
  rest(url: string | undefined): void
}

/** Makes the replicas of one service from their base URLs. */
export function createReplicas(urls: string[]): Replicas {
  const health = new Health()
  let turn = 0
  return {
    agent: new FailoverAgent(urls.map(toAddress), health),
    next() {
      const inTurn = urls.map((_, i) => urls[(turn + i) % urls.length] as string)
      turn = (turn + 1) % urls.length
      return inTurn.find((url) => !health.rests(key(toAddress(url)))) ?? (inTurn[0] as string)
    },
    rest(url) {
      if (url !== undefined && urls.length > 1) health.failed(key(toAddress(url)))
    },
  }
}

interface Address {
  host: string
  port: number
}

const key = ({ host, port }: Address) => `${host}:${port}`

function toAddress(url: string): Address {
  const { hostname, port } = new URL(url)
  return { host: hostname.replace(/^\[|\]$/g, ''), port: Number(port || 80) }
}

/** Remembers for a second which replicas could not be reached. */
class Health {
  readonly #until = new Map<string, number>()

  rests(name: string): boolean {
    return (this.#until.get(name) ?? 0) > Date.now()
  }

  failed(name: string): void {
    this.#until.set(name, Date.now() + restMs)
  }
}

/**
 * Keeps connections alive, and when a replica does not take one, tries the others before the call
 * fails. That happens before a byte of the call is sent, so it is safe for every method.
 */
class FailoverAgent extends Agent {
  readonly #addresses: Address[]
  readonly #health: Health
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
    void this.#connectToFirst([asked, ...others], key(asked)).then(
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

  async #connectToFirst(addresses: Address[], asked: string): Promise<Socket> {
    let failure: unknown
    for (const address of addresses) {
      try {
        const socket = await connectTo(address)
        if (key(address) !== asked) this.#substitutes.add(socket)
        return socket
      } catch (error) {
        failure = error
        this.#health.failed(key(address))
      }
    }
    throw failure
  }
}

function connectTo({ host, port }: Address): Promise<Socket> {
  return new Promise((resolve, reject) => {
    const socket = connect({ host, port, noDelay: true, keepAlive: true })
    const timer = setTimeout(
      () => socket.destroy(new Error(`no connection to ${host}:${port}`)),
      connectTimeoutMs,
    )
    socket.once('error', reject)
    socket.once('close', () => clearTimeout(timer))
    socket.once('connect', () => {
      clearTimeout(timer)
      socket.off('error', reject)
      resolve(socket)
    })
  })
}
