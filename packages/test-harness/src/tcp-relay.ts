import { once } from 'node:events'
import { type AddressInfo, connect, createServer, type Socket } from 'node:net'

/** What a relay does with a new connection; `silent` accepts it and does not answer. */
type RelayMode = 'forward' | 'refuse' | 'silent'

interface Connection {
  from: Socket
  to: Socket
}

/** Opens a port that forwards to the server of a URI until a test sets another mode, or loses its connections. */
export async function openRelay(uri: string, mode: RelayMode = 'forward') {
  const [, address = ''] = /^\w+:\/\/(?:[^@/]*@)?([^/?]+)/.exec(uri) ?? []
  const [host = '', port] = decodeURIComponent(address).split(':')
  const connections = new Set<Connection>()
  const server = createServer((from) => {
    relay.attempts += 1
    from.on('error', () => undefined)
    if (relay.mode === 'refuse') return from.destroy()
    // MongoDB's URI of a Unix socket has its path as the host.
    const to = port === undefined ? connect(host) : connect(Number(port), host)
    const connection = { from, to: to.on('error', () => undefined) }
    connections.add(connection)
    relay.onConnection(connection)
    if (relay.mode === 'forward') from.pipe(to).pipe(from)
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const lose = () => {
    for (const { from, to } of connections) {
      from.destroy()
      to.destroy()
    }
    connections.clear()
  }
  const relay = {
    /** The URI, with this port as the server's address. */
    uri: uri.replace(address, `127.0.0.1:${(server.address() as AddressInfo).port}`),
    mode,
    connections,
    /** Runs for each new connection; a test may disturb it. */
    onConnection: (_connection: Connection): void => undefined,
    /** The number of connections that clients have opened, refused ones included. */
    attempts: 0,
    lose,
    /** Behaves as if the server's process were killed. */
    close() {
      lose()
      server.close()
    },
  }
  return relay
}
