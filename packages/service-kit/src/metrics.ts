import { monitorEventLoopDelay } from 'node:perf_hooks'
import type { RequestHandler } from 'express'
import { collectDefaultMetrics, Gauge, Histogram, register } from 'prom-client'

/** For a service's own figures; what is made with them shows at /metrics. */
export { Counter, Gauge, Histogram } from 'prom-client'

const requestSeconds = new Histogram({
  name: 'http_request_seconds',
  help: 'Time to answer a request, by route and status',
  labelNames: ['method', 'route', 'status'],
  buckets: [0.002, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5],
})

/** So rarely that it is never: the longest time that a timer takes. */
const neverMs = 2 ** 31 - 1

/** Collects the process's own figures (memory, event loop, handles). */
export function collectProcessMetrics(): void {
  // prom-client would measure the event loop by a timer of 10 ms, which is a third of what idle processes do.
  collectDefaultMetrics({ eventLoopMonitoringPrecision: neverMs })
  const ofTimer = register.getMetricsAsArray().filter(({ name }) => name.startsWith('nodejs_eventloop_lag_'))
  for (const { name } of ofTimer) register.removeSingleMetric(name)
  measureEventLoop()
}

/** By how much a timer of 0.1 s came late, since this was asked for last. Looking at each turn costs a busy gateway a fifth. */
function measureEventLoop(): void {
  const everyMs = 100
  const delays = monitorEventLoopDelay({ resolution: everyMs })
  delays.enable()
  // Of no turns the mean is no number.
  const late = (ns: number) => Math.max(0, (ns || 0) / 1e9 - everyMs / 1e3)
  const lagGauge = (figure: string, collect = () => {}) => {
    const help = `By how much a timer came late, since the last look: ${figure}`
    return new Gauge({ name: `nodejs_eventloop_lag_${figure}_seconds`, help, collect })
  }
  const p99 = lagGauge('p99', () => {
    p99.set(late(delays.percentile(99)))
    mean.set(late(delays.mean))
    max.set(late(delays.max))
    delays.reset()
  })
  const mean = lagGauge('mean')
  const max = lagGauge('max')
}

/** Measures each request under its route's pattern, never under the address that was asked for. */
export const measureRequests: RequestHandler = (req, res, next) => {
  const stop = requestSeconds.startTimer({ method: req.method })
  res.on('finish', () => stop({ route: res.locals.route ?? 'unknown', status: String(res.statusCode) }))
  next()
}

/** Answers Prometheus' text format; reachable on the service's own port only. */
export const metricsHandler: RequestHandler = async (_req, res) => {
  res.type(register.contentType).send(await register.metrics())
}

/** Tells the metrics which route a request was for. */
export function nameRoute(path: string): RequestHandler {
  return (_req, res, next) => {
    res.locals.route = path
    next()
  }
}
