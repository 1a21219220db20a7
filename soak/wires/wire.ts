import { once } from 'node:events'
import net from 'node:net'
import { pipeline } from 'node:stream/promises'
import { setTimeout as sleep } from 'node:timers/promises'

/**
 * The condition of a wire. `cut`: existing and new connections are reset. `slow`: each chunk takes this long. `narrow`:
 * this many bytes a second. `silent`: nothing is forwarded and neither side is notified, as when the other side loses its
 * power; the connections of that time are reset when the condition ends.
 */
export type Condition =
  | { kind: 'clear' | 'cut' | 'silent' }
  | { kind: 'slow'; delayMs: number }
  | { kind: 'narrow'; bytesPerSecond: number }

/** A TCP proxy between one process and one server that it calls. */
export interface Wire {
  name: string
  port: number
  /** Changes the condition at once, for existing connections too. */
  setCondition(condition: Condition): void
  /** The number of open connections. */
  connections(): number
  close(): Promise<void>
}

/** Opens a wire on a port of its own to an address or a Unix socket. It holds one chunk for each direction of a connection. */
export async function openWire(name: string, target: net.NetConnectOpts): Promise<Wire> {
  let condition: Condition = { kind: 'clear' }
  let changed = Promise.withResolvers<void>()
  const pairs = new Set<[net.Socket, net.Socket]>()

  const forward = async function* (chunks: AsyncIterable<Buffer>) {
    for await (const chunk of chunks) {
      await delayOf(chunk.length)
      yield chunk
    }
  }

  async function delayOf(bytes: number): Promise<void> {
    while (condition.kind === 'silent') await changed.promise
    if (condition.kind === 'slow') await sleep(condition.delayMs)
    if (condition.kind === 'narrow') await sleep((bytes / condition.bytesPerSecond) * 1000)
  }

  const server = net.createServer({ noDelay: true, allowHalfOpen: true }, (caller) => {
    if (condition.kind === 'cut') return void reset(caller)
    const callee = net.connect({ ...target, noDelay: true, allowHalfOpen: true })
    const pair: [net.Socket, net.Socket] = [caller, callee]
    pairs.add(pair)
    const bothWays = [pipeline(caller, forward, callee), pipeline(callee, forward, caller)]
    // When one side closes without an end, the other side is reset.
    for (const way of bothWays) way.catch(() => resetPair(pair))
    void Promise.allSettled(bothWays).then(() => pairs.delete(pair))
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')

  const resetAll = () => {
    for (const pair of pairs) resetPair(pair)
  }
  const setCondition = (next: Condition) => {
    if (next.kind === 'cut' || condition.kind === 'silent') resetAll()
    condition = next
    changed.resolve()
    changed = Promise.withResolvers()
  }
  return {
    name,
    port: (server.address() as net.AddressInfo).port,
    setCondition,
    connections: () => pairs.size,
    async close() {
      const closed = new Promise((resolve) => server.close(resolve))
      setCondition({ kind: 'cut' })
      await closed
    },
  }
}

function resetPair(pair: [net.Socket, net.Socket]): void {
  for (const socket of pair) reset(socket)
}

/** A plain end would look like the other side's own close; a Unix socket has no reset. */
function reset(socket: net.Socket): void {
  socket.on('error', () => undefined)
  if (socket.remoteFamily === undefined) socket.destroy()
  else socket.resetAndDestroy()
}
