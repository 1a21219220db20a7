import { createServer } from 'node:net'
import getPort from 'get-port'

/**
 * A free port that stays free while its process is restarted: it is below the system's range for outgoing
 * connections, and each test worker has its own part of the range.
 */
export function freePort(): Promise<number> {
  const part = Number(process.env.VITEST_POOL_ID ?? 0) % 4
  const first = 20_000 + part * 3_000
  const candidates = Array.from({ length: 50 }, () => first + Math.floor(Math.random() * 3_000))
  return getPort({ port: candidates, host: '127.0.0.1', reserve: true })
}

/** Whether a server could listen on the port now. */
export function isPortFree(port: number, host: string): Promise<boolean> {
  return new Promise((resolve) => {
    const server = createServer()
    server.once('error', () => resolve(false))
    server.listen({ port, host, exclusive: true }, () => server.close(() => resolve(true)))
  })
}
