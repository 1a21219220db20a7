import { once } from 'node:events'
import { type AddressInfo, connect, createServer, type Socket } from 'node:net'

/** A port, on 127.0.0.1 unless told otherwise, that leads to a database server. */
export interface TcpProxy {
  port: number
  /** Lets nothing through to the server from now on. */
  hold(): void
  /** Lets all of it through. */
  release(): void
  /** Resolves once something with this text in it is held back. */
  held(text: string): Promise<void>
  close(): Promise<void>
}

/**
 * Leads from a port to the server of a MongoDB address with one host or socket: another user's process, such as a
 * container, may not use the socket itself.
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
