import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { connect, type Socket } from 'node:net'

/** Answers each call with its name. Its queue holds two connections that are not accepted yet. */
const program = `
  const server = require('node:http').createServer((_req, res) => {
    res.setHeader('content-type', 'application/json').end('{"name":"cut"}')
  })
  server.keepAliveTimeout = 60_000
  server.listen({ port: 0, host: '127.0.0.1', backlog: 1 }, () => console.log(server.address().port))
`

/** A server that can behave as if its host were cut off from the network. */
export interface CuttableServer {
  url: string
  /** From now on it neither accepts nor refuses connections, and ignores all data on existing ones. */
  cutOff(): Promise<void>
  end(): void
}

/** Starts an HTTP server in its own process, for tests of how callers handle a host that is cut off. */
export async function startCuttableServer(): Promise<CuttableServer> {
  const child = spawn(process.execPath, ['-e', program], { stdio: ['ignore', 'pipe', 'inherit'] })
  const port = Number(String((await once(child.stdout, 'data'))[0]))
  const waiting: Socket[] = []
  return {
    url: `http://127.0.0.1:${port}`,
    async cutOff() {
      child.kill('SIGSTOP')
      // When its queue of new connections is full, the system drops every further attempt.
      for (let isTaken = true; isTaken; ) {
        const socket = connect(port, '127.0.0.1').on('error', () => undefined)
        waiting.push(socket)
        const late = new Promise<boolean>((resolve) => setTimeout(resolve, 300, false))
        isTaken = await Promise.race([once(socket, 'connect').then(() => true), late])
      }
    },
    end() {
      for (const socket of waiting) socket.destroy()
      child.kill('SIGKILL')
    },
  }
}
