import express, { type ErrorRequestHandler, type Express, type RequestHandler } from 'express'
import { z } from 'zod'
import { assets } from './pages/assets.ts'
import { colourIndex } from './pages/colours.ts'
import { indexPage } from './pages/index-page.ts'
import { notFoundPage } from './pages/layout.ts'
import { tracePage } from './pages/trace-page.ts'
import type { ProcessWatch } from './process-watch.ts'
import { takeTraces } from './take-traces.ts'
import { findTraces, traceQuery } from './trace-query.ts'
import type { TraceStore } from './trace-store.ts'
import { viewTrace } from './trace-view.ts'

/** What the observer shows. */
export interface ObserverDeps {
  traces: TraceStore
  processes: ProcessWatch
  /** Processes that are known from the start; their colours are theirs. */
  names: string[]
}

/** Takes traces in by OTLP, and shows them and the processes' figures as pages and as JSON. It does not listen. */
export function createApp({ traces, processes, names }: ObserverDeps): Express {
  const app = express()
  const colours = colourIndex(names)
  app.disable('x-powered-by')
  app.disable('etag')
  app.set('query parser', 'simple')
  app.use(onlyAsLocalHost, guardPages)
  app.get(['/healthz', '/readyz'], (_req, res) => void res.json({ status: 'ready' }))
  app.post('/v1/traces', ...takeTraces(traces))

  app.get('/api/processes', async (_req, res) => void res.json({ processes: await processes.look() }))
  app.get('/api/traces', (req, res) => void res.json(findTraces(traces, traceQuery.parse(req.query))))
  app.get('/api/traces/:id', (req, res) => {
    const spans = traces.get(req.params.id)
    if (spans) return void res.json(viewTrace(spans))
    res.status(404).json({ code: 'not_found', message: notKept })
  })

  app.get('/', async (req, res) => {
    const query = traceQuery.parse(req.query)
    const found = findTraces(traces, query)
    res.send(indexPage({ processes: await processes.look(), found, query, colours }))
  })
  app.get('/traces/:id', (req, res) => {
    const spans = traces.get(req.params.id)
    if (spans)
      return void res.send(tracePage(viewTrace(spans), { colours, isKept: (id) => !!traces.get(id) }))
    res.status(404).send(notFoundPage(notKept))
  })
  for (const { path, type, content } of assets()) {
    app.get(path, (_req, res) => void res.type(type).send(content))
  }
  app.use((_req, res) => void res.status(404).send(notFoundPage('There is nothing at this address.')))
  app.use(answerErrors)
  return app
}

const notKept = 'This trace is not kept: it has not come yet, or newer ones took its place.'

/** A page of another site must not read this one under a name of its own (DNS rebinding). */
const onlyAsLocalHost: RequestHandler = (req, res, next) => {
  if (/^(127\.0\.0\.1|localhost)(:\d+)?$/i.test(req.headers.host ?? '')) return next()
  res.status(421).json({ code: 'misdirected', message: 'This address is for localhost alone.' })
}

const policy = [
  "default-src 'none'",
  "style-src 'self'",
  "script-src 'self'",
  "connect-src 'self'",
  "img-src 'self'",
  "form-action 'self'",
  "base-uri 'none'",
  "frame-ancestors 'none'",
].join('; ')

const guardPages: RequestHandler = (_req, res, next) => {
  res.set({
    'content-security-policy': policy,
    'cross-origin-resource-policy': 'same-origin',
    'cross-origin-opener-policy': 'same-origin',
    'x-content-type-options': 'nosniff',
    'referrer-policy': 'no-referrer',
    'cache-control': 'no-store',
  })
  next()
}

const answerErrors: ErrorRequestHandler = (error, _req, res, _next) => {
  if (error instanceof z.ZodError) {
    return void res.status(400).json({ code: 'validation', message: z.prettifyError(error).slice(0, 1_000) })
  }
  const status = Number(error?.status) || 500
  if (status >= 500) process.stderr.write(`${error?.stack ?? error}\n`)
  res
    .status(status)
    .json({ code: status >= 500 ? 'internal' : 'invalid', message: 'This cannot be answered.' })
}
