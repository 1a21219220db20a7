import { once } from 'node:events'
import net from 'node:net'
import { pipeline } from 'node:stream/promises'
import { setTimeout as sleep } from 'node:timers/promises'

/**
 * How a wire carries. `cut`: what is connected is reset, and so is whoever comes. `slow`: each piece takes so
 * long. `narrow`: so many bytes a second. `silent`: nothing comes through and nobody is told, as when the
 * other side has lost its power; what was connected then is reset when that ends.
 */
export type Condition =
  | { kind: 'clear' | 'cut' | 'silent' }
  | { kind: 'slow'; delayMs: number }
  | { kind: 'narrow'; bytesPerSecond: number }

/** A TCP proxy between one process and one thing that it calls. */
export interface Wire {
  name: string
  port: number
  /** Changes how it carries, at once, for what is connected too. */
  become(condition: Condition): void
  /** Connections at the moment. */
  connections(): number
  close(): Promise<void>
}

/** Opens a wire on a port of its own to an address, or to a Unix socket. Memory: a piece each way of a connection. */
export async function openWire(name: string, target: net.NetConnectOpts): Promise<Wire> {
  let condition: Condition = { kind: 'clear' }
  let changed = Promise.withResolvers<void>()
  const pairs = new Set<[net.Socket, net.Socket]>()

  const carry = async function* (pieces: AsyncIterable<Buffer>) {
    for await (const piece of pieces) {
      await passage(piece.length)
      yield piece
    }
  }

  async function passage(bytes: number): Promise<void> {
    while (condition.kind === 'silent') await changed.promise
    if (condition.kind === 'slow') await sleep(condition.delayMs)
    if (condition.kind === 'narrow') await sleep((bytes / condition.bytesPerSecond) * 1000)
  }

  const server = net.createServer({ noDelay: true, allowHalfOpen: true }, (caller) => {
    if (condition.kind === 'cut') return void reset(caller)
    const callee = net.connect({ ...target, noDelay: true, allowHalfOpen: true })
    const pair: [net.Socket, net.Socket] = [caller, callee]
    pairs.add(pair)
    const bothWays = [pipeline(caller, carry, callee), pipeline(callee, carry, caller)]
    // When one side is gone without a farewell, so is the other.
    for (const way of bothWays) way.catch(() => resetPair(pair))
    void Promise.allSettled(bothWays).then(() => pairs.delete(pair))
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')

  const resetAll = () => {
    for (const pair of pairs) resetPair(pair)
  }
  const become = (next: Condition) => {
    if (next.kind === 'cut' || condition.kind === 'silent') resetAll()
    condition = next
    changed.resolve()
    changed = Promise.withResolvers()
  }
  return {
    name,
    port: (server.address() as net.AddressInfo).port,
    become,
    connections: () => pairs.size,
    async close() {
      const closed = new Promise((resolve) => server.close(resolve))
      become({ kind: 'cut' })
      await closed
    },
  }
}

function resetPair(pair: [net.Socket, net.Socket]): void {
  for (const socket of pair) reset(socket)
}

/** A plain end would look like the other side's own wish; a Unix socket knows no other. */
function reset(socket: net.Socket): void {
  socket.on('error', () => undefined)
  if (socket.remoteFamily === undefined) socket.destroy()
  else socket.resetAndDestroy()
}
