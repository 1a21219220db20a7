import { once } from 'node:events'
import { type AddressInfo, connect, createServer, type Socket } from 'node:net'

/** A TCP proxy to a database server, by default on 127.0.0.1. */
export interface TcpProxy {
  port: number
  /** Holds back everything that is sent to the server from now on. */
  hold(): void
  /** Forwards everything that was held back, and stops holding. */
  release(): void
  /** Resolves once data that contains this text is held back. */
  held(text: string): Promise<void>
  close(): Promise<void>
}

/**
 * Opens a proxy to the server of a MongoDB address with a single host or socket. Processes of other users, such as
 * containers, have no access to the socket itself.
 */
export async function openProxy(
  mongodbUri: string,
  { host: ownHost = '127.0.0.1', port: ownPort = 0 }: { host?: string | undefined; port?: number } = {},
): Promise<TcpProxy> {
  const [, place = ''] = /^mongodb:\/\/([^/?]+)/.exec(mongodbUri) ?? []
  const decoded = decodeURIComponent(place)
  const [host = '', port = '27017'] = decoded.split(':')
  const target = decoded.startsWith('/') ? { path: decoded } : { host, port: Number(port) }
  const sockets = new Set<Socket>()
  let waiting: { to: Socket; bytes: Buffer }[] | undefined
  let onHeld = () => {}

  const server = createServer((from) => {
    const to = connect(target)
    from.on('data', (bytes: Buffer) => {
      if (waiting === undefined) return void to.write(bytes)
      waiting.push({ to, bytes })
      onHeld()
    })
    to.pipe(from)
    for (const [socket, other] of [
      [from, to],
      [to, from],
    ] as const) {
      sockets.add(socket)
      socket.on('error', () => undefined)
      socket.once('close', () => {
        sockets.delete(socket)
        other.destroy()
      })
    }
  })
  server.listen(ownPort, ownHost)
  await once(server, 'listening')
  return {
    port: (server.address() as AddressInfo).port,
    hold() {
      waiting ??= []
    },
    release() {
      for (const { to, bytes } of waiting ?? []) to.write(bytes)
      waiting = undefined
    },
    held(text) {
      const isHeld = () => waiting?.some(({ bytes }) => bytes.includes(text)) ?? false
      return new Promise((resolve) => {
        onHeld = () => isHeld() && resolve()
        onHeld()
      })
    },
    async close() {
      for (const socket of sockets) socket.destroy()
      server.close()
      await once(server, 'close')
    },
  }
}
