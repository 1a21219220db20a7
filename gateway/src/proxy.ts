import type { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type { ServiceName } from '@prankpost/contracts'
import {
  addressKey,
  createReplicas,
  type Replicas,
  stoppingHeader,
  traceHeaders,
  unavailable,
} from '@prankpost/service-kit/http'
import type { NextFunction, Request, Response } from 'express'
import { forward } from './forward.ts'

/** Forwards a request to a service. */
export type SendOn = (req: Request, res: Response, next: NextFunction) => void | Promise<void>

/** A response of a service, with its whole body. */
export interface ServiceAnswer {
  status: number
  headers: Record<string, string | string[] | undefined>
  text: string
}

export interface Proxies {
  to(service: ServiceName): SendOn
  /**
   * Reads a resource that is the same for all callers. The request has no header of a caller, so the response cannot
   * contain data of one. @throws 503 when the service is unavailable or too slow
   */
  ask(service: ServiceName, path: string, requestId: string): Promise<ServiceAnswer>
  /** Closes all connections to the services. */
  close(): Promise<void>
}

/** Makes a proxy for each service. Bodies pass through as streams; the gateway does not read them. */
export function createProxies(services: Map<ServiceName, string[]>, timeoutMs: number): Proxies {
  const proxies = new Map([...services].map(([service, urls]) => [service, createProxy(urls, timeoutMs)]))
  const find = (service: ServiceName) => {
    const proxy = proxies.get(service)
    if (proxy === undefined) throw unavailable()
    return proxy
  }
  return {
    to: (service) => find(service).sendOn,
    ask: (service, path, requestId) => find(service).ask(path, requestId),
    async close() {
      await Promise.all([...proxies.values()].map((proxy) => proxy.close()))
    },
  }
}

/** Makes a proxy for one service. */
export function createProxy(urls: string[], timeoutMs: number) {
  const replicas = createReplicas(urls)
  return {
    sendOn: (req: Request, res: Response) => proxy(replicas, req, res, timeoutMs),
    async ask(path: string, requestId: string): Promise<ServiceAnswer> {
      const headers = { 'x-request-id': requestId, ...traceHeaders() }
      const signal = AbortSignal.timeout(timeoutMs)
      const response = await forward(replicas, { method: 'GET', path, headers, signal })
      const text = await response.body.text().catch((error) => {
        throw unavailable(undefined, error)
      })
      return { status: response.statusCode, headers: response.headers, text }
    },
    /** Passes over a replica for some seconds. */
    pause: replicas.pause,
    close: () => replicas.close(),
  }
}

async function proxy(replicas: Replicas, req: Request, res: Response, timeoutMs: number): Promise<void> {
  setForwardedHeaders(req)
  const caller = new AbortController()
  res.once('close', () => caller.abort())
  const response = await forward(replicas, {
    method: req.method as 'GET',
    path: req.url,
    headers: req.headers,
    body: bodyOf(req),
    headersTimeout: timeoutMs,
    bodyTimeout: timeoutMs,
    signal: caller.signal,
  }).catch((error) => {
    if (!caller.signal.aborted) throw error
  })
  if (response === undefined) return
  res.status(response.statusCode)
  for (const [name, value] of Object.entries(response.headers)) {
    if (value !== undefined && !responseHopHeaders.includes(name)) res.setHeader(name, value)
  }
  // If one side closes the connection, the other is closed too. The status was already sent, so there is no error to
  // report.
  await pipeline(response.body, res).catch(() => undefined)
}

/**
 * The body as an iterable that leaves the request open. A destroyed request closes the caller's connection, and then a
 * response that comes before the end of the body, or a 503, could not be sent.
 */
function bodyOf(req: Request) {
  if (Number(req.headers['content-length'] ?? 0) === 0) return null
  const body: AsyncIterable<Buffer> = {
    [Symbol.asyncIterator]: () => req.iterator({ destroyOnReturn: false }),
  }
  // undici accepts every async iterable; its types do not mention this.
  return body as Readable
}

/** Headers that describe the connection to the replica, not the connection to the caller. */
const responseHopHeaders = ['connection', 'keep-alive', 'transfer-encoding', stoppingHeader]
const hopHeaders = ['connection', 'keep-alive', 'upgrade', 'te', 'trailer', 'proxy-authorization', 'expect']
const claimedHeaders = [
  'forwarded',
  'x-real-ip',
  'x-forwarded-port',
  'x-forwarded-prefix',
  'x-forwarded-server',
]

/** Sets the caller's address and replaces any claim of the caller; services trust only this proxy. */
function setForwardedHeaders(req: Request): void {
  const { headers } = req
  for (const name of [...hopHeaders, ...claimedHeaders]) delete headers[name]
  headers['x-forwarded-for'] = plainAddress(req.ip ?? '')
  headers['x-forwarded-proto'] = req.protocol
  headers['x-forwarded-host'] = headers.host ?? ''
  headers['x-request-id'] = String(req.id)
  Object.assign(headers, traceHeaders())
}

/** `::ffff:1.2.3.4` is 1.2.3.4; an IPv6 address stays as it is. */
const plainAddress = (address: string) => (address.startsWith('::ffff:') ? addressKey(address) : address)
