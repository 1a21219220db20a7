import { once } from 'node:events'
import { createServer, type IncomingMessage, type RequestListener, request, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { ServiceName } from '@prankpost/contracts'
import { closeServer, createLogger, listen, startTracing } from '@prankpost/service-kit/http'
import { startCuttableServer } from '@prankpost/service-kit/testing-cut-off'
import { expect } from 'vitest'
import { type AppOptions, createApp } from '../src/app.ts'
import { routedServices } from '../src/config.ts'
import { securityHeaders } from '../src/guards.ts'
import { createProxies } from '../src/proxy.ts'

await startTracing('gateway', undefined)

export const publicUrl = 'http://store.test'
/** No server listens here. */
export const nowhere = 'http://127.0.0.1:9'

const stops: (() => Promise<unknown>)[] = []
/** Closes all servers and gateways that the tests of a file have started. */
export async function closeAll(): Promise<void> {
  for (const stop of stops.splice(0).reverse()) await stop()
}

/** A call as received by a stand-in for a service. */
interface Seen {
  method: string
  url: string
  headers: IncomingMessage['headers']
  body: string
}

export interface Upstream {
  url: string
  seen: Seen[]
  server: Server
  close(): Promise<void>
}

/** A stand-in for a service: it records calls, and responds with its name or as `answer` does. */
export async function startUpstream(name = 'service', answer?: RequestListener, port = 0): Promise<Upstream> {
  const seen: Seen[] = []
  const server = createServer(async (req, res) => {
    if (req.url === '/readyz' && answer === undefined) return void res.end('{}')
    if (answer !== undefined) return void answer(req, res)
    let body = ''
    for await (const chunk of req) body += chunk
    seen.push({ method: req.method ?? '', url: req.url ?? '', headers: req.headers, body })
    res.setHeader('content-type', 'application/json').end(JSON.stringify({ name }))
  })
  server.listen(port, '127.0.0.1')
  await once(server, 'listening')
  const close = async () => {
    server.closeAllConnections()
    await closeServer(server)
  }
  stops.push(close)
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, seen, server, close }
}

/** A stand-in for a service that answers `{"name":"cut"}` until its host becomes unreachable. */
export async function startCuttable() {
  const server = await startCuttableServer()
  stops.push(async () => server.end())
  return server
}

type Options = Partial<Omit<AppOptions, 'services' | 'proxies' | 'log'>> & { timeoutMs?: number }

/** A gateway for the given services; the others are unavailable. */
export async function startGateway(
  services: Partial<Record<ServiceName, string[]>> = {},
  options: Options = {},
) {
  const map = new Map(routedServices.map((name) => [name, services[name] ?? [nowhere]]))
  const proxies = createProxies(map, options.timeoutMs ?? 5_000)
  const app = createApp({
    log: createLogger('gateway', 'silent'),
    publicUrl,
    services: map,
    proxies,
    trustProxy: 0,
    rateLimit: { calls: 100_000, seconds: 10 },
    publicReadMaxAgeMs: 400,
    metricsHere: true,
    webDist: undefined,
    adminWebDist: undefined,
    ...options,
  })
  const headers = securityHeaders(options.publicUrl ?? publicUrl)
  const server = await listen(app, { HOST: '127.0.0.1', PORT: 0 }, { headers })
  stops.push(async () => {
    server.closeAllConnections()
    await closeServer(server)
    await proxies.close()
  })
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  return {
    url,
    server,
    call: (method: string, path: string, call: Call = {}) => send(url, method, path, call),
  }
}

interface Call {
  headers?: Record<string, string>
  body?: string | Buffer
  /** Sends the body without its length. */
  chunked?: boolean
}

export interface Answer {
  status: number
  headers: IncomingMessage['headers']
  text: string
  body: Record<string, unknown>
}

/** Sends a call exactly as given: it adds only the headers host and content-length, and does not change the path. */
export async function send(url: string, method: string, path: string, call: Call = {}): Promise<Answer> {
  const { headers = {}, body, chunked = false } = call
  const { hostname, port } = new URL(url)
  const length = body === undefined || chunked ? {} : { 'content-length': String(Buffer.byteLength(body)) }
  const outgoing = request({ hostname, port, method, path, agent: false, headers: { ...length, ...headers } })
  outgoing.on('error', () => undefined)
  if (body !== undefined) outgoing.write(body)
  outgoing.end()
  const [response] = (await once(outgoing, 'response')) as [IncomingMessage]
  const chunks: Buffer[] = []
  for await (const chunk of response) chunks.push(chunk)
  const text = Buffer.concat(chunks).toString()
  const isJson = response.headers['content-type']?.includes('json') === true && text !== ''
  return {
    status: response.statusCode ?? 0,
    headers: response.headers,
    text,
    body: isJson ? JSON.parse(text) : {},
  }
}

/** The response body of every failure. */
export const errorShape = (code: string, requestId: unknown) => ({
  message: expect.any(String),
  code,
  requestId,
})
