import { spawn } from 'node:child_process'
import { once } from 'node:events'
import path from 'node:path'
import { freePort } from '@prankpost/local-stack'

const folder = path.join(import.meta.dirname, '..')

/** An observer in a process of its own. */
export interface Observer {
  url: string
  port: number
  pid: number
  /** Sends spans by OTLP; answers the response. */
  send(body: unknown, headers?: Record<string, string>): Promise<Response>
  json(path: string): Promise<ReturnType<typeof JSON.parse>>
  page(path: string): Promise<string>
  stop(): Promise<number | null>
}

/** Starts an observer on a free port. @throws with what it said when it ends instead */
export async function startObserver(env: NodeJS.ProcessEnv = {}): Promise<Observer> {
  const port = await freePort()
  const child = spawn(process.execPath, [path.join('src', 'main.ts')], {
    cwd: folder,
    env: { PATH: process.env.PATH, PORT: String(port), ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let said = ''
  await new Promise<void>((resolve, reject) => {
    const hear = (chunk: Buffer) => {
      said += chunk
      if (said.includes('"msg":"ready"')) resolve()
    }
    child.stdout.on('data', hear)
    child.stderr.on('data', hear)
    child.once('exit', (code) => reject(new Error(`the observer ended (${code}): ${said}`)))
  })
  const url = `http://127.0.0.1:${port}`
  return {
    url,
    port,
    pid: child.pid ?? 0,
    send: (body, headers = {}) =>
      fetch(`${url}/v1/traces`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', ...headers },
        body: typeof body === 'string' || body instanceof Uint8Array ? body : JSON.stringify(body),
      }),
    json: async (path) => (await fetch(url + path)).json(),
    page: async (path) => (await fetch(url + path)).text(),
    async stop() {
      const ended = once(child, 'exit')
      child.kill('SIGTERM')
      return (await ended)[0]
    },
  }
}
