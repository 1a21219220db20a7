import { ServerResponse } from 'node:http'
import type { ServiceName } from '@prankpost/contracts'
import {
  addressKey,
  createReplicas,
  type HttpAnswer,
  type Replicas,
  traceHeaders,
  unavailable,
} from '@prankpost/service-kit/http'
import type { NextFunction, Request, Response } from 'express'
import { createProxyMiddleware } from 'http-proxy-middleware'
import { ask, isReset } from './ask.ts'

/** Sends a call on to one of the replicas behind it. */
export type SendOn = (req: Request, res: Response, next: NextFunction) => void | Promise<void>

export interface Proxies {
  to(service: ServiceName): SendOn
  /** Asks a service for what is the same for everybody. @throws 503 when it is away or too slow */
  ask(service: ServiceName, path: string, requestId: string): Promise<HttpAnswer>
  /** Ends idle connections to the services. */
  close(): void
}

/** Makes a proxy for each service. Bodies pass through as they come; nothing here reads them. */
export function createProxies(services: Map<ServiceName, string[]>, timeoutMs: number): Proxies {
  const made = [...services].map(([service, urls]) => [service, createProxy(urls, timeoutMs)] as const)
  const proxies = new Map(made)
  const find = (service: ServiceName) => {
    const proxy = proxies.get(service)
    if (proxy === undefined) throw unavailable()
    return proxy
  }
  return {
    to: (service) => find(service).handle,
    ask: (service, path, requestId) => ask(find(service).replicas, { path, requestId, timeoutMs }),
    close() {
      for (const { destroy } of proxies.values()) destroy()
    },
  }
}

// What is known of a call that is under way: where a failure is told, and whether it may be tried again.
interface Call {
  next: NextFunction
  again: (() => void) | null
  /** The replica that it was sent to. */
  url?: string
  /** Ends the watch over that replica. */
  unwatch?: () => void
}

interface ServiceProxy {
  handle: SendOn
  replicas: Replicas
  destroy(): void
}

/** Makes a proxy for one service. */
export function createProxy(urls: string[], timeoutMs: number): ServiceProxy {
  const replicas = createReplicas(urls)
  const calls = new WeakMap<Request, Call>()
  const send = createProxyMiddleware<Request, Response>({
    target: urls[0],
    router: (req) => {
      const call = calls.get(req)
      const url = replicas.next(call?.url)
      Object.assign(call ?? {}, { url, unwatch: replicas.watch(url) })
      return url
    },
    agent: replicas.agent,
    proxyTimeout: timeoutMs,
    on: {
      proxyRes({ headers }, req, res) {
        calls.get(req)?.unwatch?.()
        // The replica is about to stop. That is between it and us: the caller's connection is another one.
        if (headers.connection === 'close') replicas.rest(calls.get(req)?.url)
        // And so it is between the caller and us whether we are about to.
        headers.connection = res.getHeader('connection') === 'close' ? 'close' : 'keep-alive'
      },
      error(error, req, res) {
        if (!(res instanceof ServerResponse) || res.headersSent || res.destroyed) return void res.destroy()
        const { next, again, unwatch } = calls.get(req) as Call
        unwatch?.()
        if (again !== null && isReset(error)) again()
        else next(unavailable(undefined, error))
      },
    },
  })
  const handle: SendOn = (req, res, next) => {
    setForwardedHeaders(req)
    const until = Date.now() + timeoutMs
    // A replica that dies takes its kept connections along. A read is then asked once more; a write may
    // have been done already and is not.
    const again = () => {
      calls.set(req, { ...calls.get(req), next, again: null })
      void send(req, res, next)
    }
    res.once('close', () => calls.get(req)?.unwatch?.())
    const isRead = req.method === 'GET' || req.method === 'HEAD'
    calls.set(req, {
      next,
      again: isRead ? () => (Date.now() < until ? again() : next(unavailable())) : null,
    })
    void send(req, res, next)
  }
  return { handle, replicas, destroy: () => replicas.agent.destroy() }
}

const hopHeaders = ['connection', 'keep-alive', 'upgrade', 'te', 'trailer', 'proxy-authorization', 'expect']
const claimedHeaders = [
  'forwarded',
  'x-real-ip',
  'x-forwarded-port',
  'x-forwarded-prefix',
  'x-forwarded-server',
]

/** Says who called, in place of whatever the caller claims; services believe this one proxy. */
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
