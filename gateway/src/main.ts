import {
  closeServer,
  collectDefaultMetrics,
  createLogger,
  listen,
  loadConfig,
  metricsHandler,
  startTracing,
  stopOnSignal,
} from '@prankpost/service-kit/http'
import express from 'express'
import { createApp } from './app.ts'
import { configSchema } from './config.ts'
import { securityHeaders } from './guards.ts'
import { createProxies } from './proxy.ts'

const config = loadConfig(configSchema)
const tracing = await startTracing('gateway', config.OTEL_EXPORTER_OTLP_ENDPOINT)
collectDefaultMetrics()
const log = createLogger('gateway', config.LOG_LEVEL)
const proxies = createProxies(config.services, config.UPSTREAM_TIMEOUT_MS)
const app = createApp({
  log,
  publicUrl: config.PUBLIC_URL,
  services: config.services,
  proxies,
  trustProxy: config.TRUST_PROXY,
  rateLimit: { calls: config.RATE_LIMIT_CALLS, seconds: config.RATE_LIMIT_SECONDS },
  publicReadMaxAgeMs: config.PUBLIC_READ_MAX_AGE_MS,
  metricsHere: config.METRICS_PORT === undefined,
  webDist: config.WEB_DIST,
  adminWebDist: config.ADMIN_WEB_DIST,
})

// The gateway is public: a slow client must not hold a connection for long.
const server = await listen(app, config, {
  headersTimeoutMs: 15_000,
  requestTimeoutMs: 60_000,
  headers: securityHeaders(config.PUBLIC_URL),
})
log.info({ port: config.PORT }, 'gateway listens')

const metricsServer = await serveMetrics()

stopOnSignal(log, async () => {
  await closeServer(server)
  if (metricsServer !== undefined) await closeServer(metricsServer)
  await proxies.close()
  await tracing.stop()
})

async function serveMetrics() {
  if (config.METRICS_PORT === undefined) return undefined
  const metrics = express().get('/metrics', metricsHandler)
  return listen(metrics, { HOST: config.HOST, PORT: config.METRICS_PORT })
}
