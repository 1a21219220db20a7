import { randomUUID } from 'node:crypto'
import express, { type ErrorRequestHandler } from 'express'
import { createProxy } from '../gateway/src/proxy.ts'
import { closeServer, listen } from '../packages/service-kit/src/http.ts'

/** How often each gateway is asked whether it answers. */
const checkEveryMs = 500

/** Longer than a gateway's timeout for services, so that the gateway reports the timeout. */
const answerWithinMs = 35_000

/** A load balancer: one address for several gateways. */
export interface Balancer {
  url: string
  /** Failures between it and a gateway; each was answered with 502. */
  failures: string[]
  close(): Promise<void>
}

/**
 * Starts a load balancer: calls go to the gateways round-robin, and to the next one if a gateway accepts no connection; a
 * read that a gateway dropped is retried once. A gateway that fails its health check is passed over: Docker accepts
 * connections at its published port before it listens. It uses the gateways' own proxy.
 */
export async function openBalancer(
  urls: string[],
  address: { HOST: string; PORT: number },
): Promise<Balancer> {
  const proxy = createProxy(urls, answerWithinMs)
  const check = async (url: string) => {
    const signal = AbortSignal.timeout(1_000)
    const answer = await fetch(`${url}/healthz`, { method: 'HEAD', signal }).catch(() => undefined)
    if (!answer?.ok) proxy.pause(url)
  }
  const checks = setInterval(() => urls.map(check), checkEveryMs)
  const app = express()
  app.disable('x-powered-by')
  app.set('etag', false)
  app.use((req, res) => {
    req.id = randomUUID()
    return proxy.sendOn(req, res)
  })
  const failures: string[] = []
  const answerFailure: ErrorRequestHandler = (error, req, res, _next) => {
    const { message } = error.cause instanceof Error ? error.cause : error
    failures.push(`${new Date().toISOString()} ${req.method} ${req.path}: ${message}`)
    res.status(502).json({ message })
  }
  app.use(answerFailure)
  const server = await listen(app, address)
  return {
    url: `http://${address.HOST}:${address.PORT}`,
    failures,
    async close() {
      clearInterval(checks)
      server.closeAllConnections()
      await closeServer(server)
      await proxy.close()
    },
  }
}
