import { createServer } from 'node:net'
import getPort from 'get-port'

/** The process that starts the shared stack, and the three workers of a test run. */
const parts = 4
const portsOfPart = 3_000

/**
 * A free port that stays free while its process is restarted: it is below the system's range for outgoing
 * connections, and each process of a test run has its own part of the range. Two stacks that start at the same time would
 * otherwise choose the same port now and then.
 */
export function freePort(): Promise<number> {
  const part = Number(process.env.VITEST_POOL_ID ?? 0) % parts
  const first = 20_000 + part * portsOfPart
  const candidates = Array.from({ length: 50 }, () => first + Math.floor(Math.random() * portsOfPart))
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
